import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Merged } from '@panel/contract';
import type { Progress, ReplacedParts } from '../../driver.ts';
import type { SharedCore } from '../../runtime/core-store.ts';
import { choosePhp } from '../../runtime/php-versions.ts';
import type { SiteMount } from '../../runtime/site-runtime.ts';
import { mergeChanges } from '../merge-changes.ts';
import { engineOf, hasDatabase } from '../server-database.ts';
import { replaceTables, takeDatabase, withCopy } from '../site-database.ts';
import { DATABASE, readRecord, withWorkFolder, type SiteFolder } from '../site-folder.ts';
import { copyDatabaseTo, copyParts, keepForFiles } from '../site-parts.ts';
import { commandFailed, noDatabase, type SiteTools } from '../site-tools.ts';
import { finishWork } from '../wordpress-site.ts';

const COPYING = 'We could not copy the site.';
/** The database of the target, while tables of it are taken over. */
const KEPT = 'kept';

/**
 * Replaces files, database or both of a WordPress by those of another, in one rename. The target keeps its configuration
 * with its salts, its address, the tables of `keep`, and what `merge` says.
 */
export async function copyIntoWordPress(
  tools: SiteTools,
  from: SiteFolder,
  to: SiteFolder,
  { parts, keep, merge = null }: ReplacedParts,
  p: Progress,
): Promise<Merged | null> {
  const { signal } = p;
  const { url } = await readRecord(to);
  return withWorkFolder(to, async (work) => {
    p.note('Copying the files');
    await copyParts(tools, parts === 'database' ? to : from, work, ['public'], COPYING, signal);
    await copyParts(tools, to, work, ['wp-config.php'], COPYING, signal);
    p.note('Copying the database');
    const owner = parts === 'database' ? to : from;
    const core = await tools.cores.of(owner);
    const php = choosePhp(tools.runtime.php, (await readRecord(owner)).php, p);
    const source = parts === 'files' ? null : await copyDatabaseOf(tools, { from, to, work, core }, signal);
    if (parts === 'files') await keepForFiles(tools, to, work, COPYING);
    const mount = { ...to.mount, live: work, core, phpVersion: php };
    if (source !== null && keep.length > 0) {
      p.note(`Keeping ${keep.join(', ')}`);
      await keepTables(tools, to, mount, { keep, prefix: source.prefix }, signal);
    }
    const merged =
      source && merge ? await mergeChanges(tools, { from, to, mount }, { ...merge, keep, parts }, p) : null;
    await finishWork(tools.runtime, to, { work, core, php }, { from: source?.siteurl ?? url, to: url }, signal);
    return merged;
  });
}

/** Copies the database of a site into a work folder; returns its description. */
const copyDatabaseOf = (
  tools: SiteTools,
  { from, to, work, core }: { from: SiteFolder; to: SiteFolder; work: string; core: SharedCore | null },
  signal: AbortSignal,
) =>
  withCopy(
    tools,
    from,
    'copy',
    async (name, source) => {
      if (source === null) throw noDatabase();
      await copyParts(tools, from, work, [`data/${name}`], COPYING, signal);
      await takeDatabase(tools, to, { work, core, file: name, into: await engineOf(to.mount) }, signal);
      return source;
    },
    { signal },
  );

/** Takes the tables over that the target has now. PHP does it in the site's sandbox, because it parses both databases. */
async function keepTables(
  tools: SiteTools,
  folder: SiteFolder,
  mount: SiteMount,
  { keep, prefix }: { keep: readonly string[]; prefix: string },
  signal: AbortSignal,
): Promise<void> {
  if (!(await hasDatabase(folder))) throw noDatabase();
  const onServer = (await engineOf(folder.mount)) === 'mariadb';
  const only = { groups: keep.join(' '), prefix };
  const kept = KEPT + (onServer ? '.sql' : '.sqlite');
  // The agents of both sites are different users, so the second cannot write into the folder of the first.
  await copyDatabaseTo(tools, folder, mount.live, COPYING, { to: kept, ...(onServer && { only }) });
  await rename(path.join(mount.live, kept), path.join(mount.live, 'data', kept));
  const { php } = tools.runtime;
  await php.own(mount);
  if (onServer) return replaceTables(tools, mount, kept, only, signal);
  try {
    const input = { from: kept, to: DATABASE, ...only };
    const result = await php.script(mount, 'keep-tables', input, { signal });
    if (result.code !== 0 || !result.stdout.endsWith('kept'))
      throw commandFailed('We could not keep the tables.', result);
  } finally {
    await php.release(mount.live);
  }
}
