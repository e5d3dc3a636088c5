import type { Reply } from '../../agent/index.ts';
import type { Check, Verification } from '../../driver.ts';
import { plainText } from '../../../lib/plain-text.ts';
import { askPhpVersion } from '../ask-site.ts';
import { engineOf } from '../server-database.ts';
import { describeDatabase } from '../site-database.ts';
import { DATABASE_FILE, type SiteFolder } from '../site-folder.ts';
import type { Asked } from '../verify-site.ts';

const MAX_DETAIL = 300;

/**
 * A WordPress must also know its address and show its login. Meanwhile the site agent reads its database and the version
 * of its files, and its process says which PHP it is.
 */
export async function verifyWordPress({
  folder,
  record,
  fqdn,
  endpoint,
  agent,
  runtime,
  publicUrl,
  signal,
  page,
}: Asked): Promise<Verification> {
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
  tools: Pick<Asked, 'agent' | 'runtime'>,
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

function hostname(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
