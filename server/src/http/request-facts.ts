import { randomUUID } from 'node:crypto';
import { REQUEST_ID_HEADER } from '@panel/contract';
import { AVOID_COOKIE } from '@panel/contract/platform-errors';
import type { Config } from '../config.ts';
import type { RequestFacts } from './call-context.ts';
import { readCookie } from './cookies.ts';
import type { PanelContext } from './env.ts';

/** An id that another system gave is taken over only when it cannot hurt a log or a header. */
const SANE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
const AGENT_MAX = 300;
/** Of the shell alone: what a tab avoids of remotes, it says itself. */
const SHELL_RELEASE = /^shell@[a-z0-9][a-z0-9.+-]{0,63}$/;

/** The last entry is the one that our own proxy added; everything before it is the client's word. */
function forwarded(value: string | undefined): string | undefined {
  const last = value?.split(',').at(-1)?.trim();
  return last && /^[0-9a-fA-F.:]{2,45}$/.test(last) ? last : undefined;
}

/** Reads id, address and scheme of a request. `X-Forwarded-*` count only behind a configured proxy. */
export function readFacts(c: PanelContext, config: Pick<Config, 'trustProxy' | 'publicUrl'>): RequestFacts {
  const given = c.req.header(REQUEST_ID_HEADER);
  const direct = c.env?.incoming?.socket?.remoteAddress?.replace(/^::ffff:/, '') ?? '0.0.0.0';
  const viaTls = config.trustProxy && c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https';
  return {
    id: given && SANE_ID.test(given) ? given : randomUUID(),
    ip: (config.trustProxy && forwarded(c.req.header('x-forwarded-for'))) || direct,
    userAgent: (c.req.header('user-agent') ?? '').slice(0, AGENT_MAX),
    secure: viaTls || config.publicUrl.startsWith('https:'),
    path: c.req.path,
    avoid: [readCookie(c.req.header('cookie'), AVOID_COOKIE) ?? ''].filter((release) => SHELL_RELEASE.test(release)),
  };
}

/** The key under which attempts of an address are counted; an IPv6 user owns a whole /64. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = ip.includes('::') ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left;
  return `${groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
