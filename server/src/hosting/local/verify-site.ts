import type { Reply, SiteAgent } from '../agent/index.ts';
import type { Check, Endpoint, Verification } from '../driver.ts';
import { plainText } from '../../lib/plain-text.ts';
import { HostingError } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { askFollowing, askPhpVersion } from './ask-site.ts';
import { engineOf } from './server-database.ts';
import { describeDatabase } from './site-database.ts';
import { DATABASE_FILE } from './site-folder.ts';
import type { SiteFolder, SiteRecord } from './site-folder.ts';

/** Time limit for all pages of one verification, redirects included. */
const PAGES_MS = 30_000;
const MAX_DETAIL = 300;

type Deps = {
  folder: SiteFolder;
  record: SiteRecord;
  fqdn: string;
  endpoint: Endpoint;
  agent: SiteAgent;
  runtime: HostingRuntime;
};

/**
 * Requests a site over HTTP under its host name; a WordPress must also know its address and show its login. Meanwhile
 * the site agent reads its database and the version of its files, and its process says which PHP it is.
 */
export async function verifySite({ folder, record, fqdn, endpoint, agent, runtime }: Deps): Promise<Verification> {
  const publicUrl = withHost(record.url, fqdn);
  const signal = AbortSignal.timeout(PAGES_MS);
  const page = (target: string, name: string) => askPage(endpoint, publicUrl, target, name, signal);
  if (record.kind !== 'wordpress') {
    const check = await page('/', 'The home page answers');
    return { ok: check.ok, checks: [check], info: { wpVersion: null, phpVersion: null } };
  }
  const answers =
    (await engineOf(folder.mount)) === 'sqlite'
      ? agent.askAll(folder.mount, { version: {}, options: { file: DATABASE_FILE } })
      : askServer({ agent, runtime }, folder);
  answers.catch(() => undefined);
  const checks = await Promise.all([
    page('/', 'The home page answers'),
    page('/wp-login.php', 'The login page answers'),
  ]);
  const phpVersion = await askPhpVersion(endpoint, publicUrl, signal).catch(() => null);
  const { version, options: early } = await answers;
  // The page requests complete or undo an interrupted write.
  const options =
    !early.ok && early.reason === 'busy' ? await agent.ask(folder.mount, 'options', { file: DATABASE_FILE }) : early;
  checks.push({ name: 'WordPress knows its address', ...knowsAddress(options, fqdn) });
  return {
    ok: checks.every((check) => check.ok),
    checks,
    info: { wpVersion: record.core ?? (version.ok ? version.value : null), phpVersion },
  };
}

/** The same answers for a database on a server, which PHP reads. */
async function askServer(
  tools: Pick<Deps, 'agent' | 'runtime'>,
  { mount }: SiteFolder,
): Promise<{ version: Reply<'version'>; options: Reply<'options'> }> {
  const options = describeDatabase(tools, mount).then(
    (value) => ({ ok: true as const, value }),
    (error: unknown) => ({ ok: false as const, reason: 'failed' as const, detail: String(error) }),
  );
  return { version: await tools.agent.ask(mount, 'version', {}), options: await options };
}

function knowsAddress(options: Reply<'options'>, fqdn: string): Omit<Check, 'name'> {
  if (!options.ok) {
    const late = options.reason === 'timeout' || options.reason === 'busy';
    return { ok: false, detail: late ? 'The database did not answer in time.' : 'The database could not be read.' };
  }
  const siteurl = options.value?.siteurl ?? 'no database';
  return { ok: hostname(siteurl) === fqdn.toLowerCase(), detail: plainText(siteurl, MAX_DETAIL) };
}

async function askPage(
  endpoint: Endpoint,
  publicUrl: string,
  target: string,
  name: string,
  signal: AbortSignal,
): Promise<Check> {
  try {
    const answer = await askFollowing(endpoint, publicUrl, target, signal);
    const html = answer.contentType.startsWith('text/html');
    return {
      name,
      ok: answer.status === 200 && html,
      detail: plainText(`${answer.status} ${answer.contentType}`, MAX_DETAIL),
    };
  } catch (error) {
    const late = signal.aborted ? 'The page did not answer in time.' : null;
    return {
      name,
      ok: false,
      detail: (late ?? (error instanceof Error ? error.message : String(error))).slice(0, MAX_DETAIL),
    };
  }
}

/** The public address with another host name and the same port and scheme. */
function withHost(url: string, fqdn: string): string {
  const next = new URL(url);
  next.hostname = fqdn;
  return next.origin;
}

function hostname(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** The error for a site whose checks failed. */
export function notVerified(failures: string[]): HostingError {
  return new HostingError(
    'NOT_VERIFIED',
    'The site was set up but does not answer as it should. Try again; if it keeps failing, contact support.',
    {
      retryable: true,
      detail: failures.join('; '),
    },
  );
}
