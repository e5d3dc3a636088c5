import { INSIDE_PORTS } from '../runtime/site-runtime.ts';
import { INSIDE_APP } from './jail.ts';

const PROXY = `http://127.0.0.1:${INSIDE_PORTS.egress}`;
/** The sandbox decides these. */
const OURS = new Set(['PATH', 'PORT', 'HOST', 'HOME', 'TMPDIR']);
/**
 * What the C library reads before a program begins. The program that gives up the rights of root starts with the owner's
 * variables, so none of them may change what it loads. Source: the variables that glibc removes for set-user-ID programs (ld.so(8)).
 */
const LOADER =
  /^(?:LD_|GLIBC_|MALLOC_|LOCPATH$|GCONV_PATH$|GETCONF_DIR$|NLSPATH$|TZDIR$|RES_OPTIONS$|HOSTALIASES$|LOCALDOMAIN$|NIS_PATH$|RESOLV_|_RLD)/;

/** The environment of a program of an application, without the panel's own, which holds secrets. */
export function appEnvironment({ network }: { network: boolean }): Record<string, string> {
  const proxy = network
    ? {
        ...{ http_proxy: PROXY, https_proxy: PROXY, HTTP_PROXY: PROXY, HTTPS_PROXY: PROXY },
        ...{ no_proxy: 'localhost,127.0.0.1', NO_PROXY: 'localhost,127.0.0.1', NODE_USE_ENV_PROXY: '1' },
      }
    : {};
  return {
    PATH: `${INSIDE_APP.tools}/bin:/node/bin:/usr/local/bin:/usr/bin:/bin`,
    HOME: INSIDE_APP.tmp,
    TMPDIR: INSIDE_APP.tmp,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...authorities(),
    ...proxy,
  };
}

/** The authorities of this machine, where its operator has added some. */
function authorities(): Record<string, string> {
  const file = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  return /^\/(?:etc|usr)\//.test(file) ? { NODE_EXTRA_CA_CERTS: file } : {};
}

/** What an owner has set, without what the sandbox decides. */
export const ownVariables = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => /^[A-Za-z_]\w*$/.test(name) && !OURS.has(name) && !LOADER.test(name) && !given[name]?.includes('\0'),
    ),
  );
