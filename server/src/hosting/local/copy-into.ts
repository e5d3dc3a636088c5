import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { HostingDriver, Progress, ReplacedParts } from '../driver.ts';
import { exists } from '../runtime/wordpress-source.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { DATABASE, DATABASE_FILE, readRecord, withWorkFolder, writeRecord } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';
import { copyParts, keepDatabase } from './site-parts.ts';
import { cloneStatic } from './static-site.ts';
import { notVerified } from './verify-site.ts';
import { cloneWordPress, commandFailed, finishWork, noDatabase, withCopy } from './wordpress-site.ts';
import type { SiteTools } from './wordpress-site.ts';

const COPYING = 'copy the site';
/** The database of the target, while tables of it are taken over. */
const KEPT = 'kept.sqlite';

/**
 * Replaces files, database or both of a WordPress by those of another, in one rename. The target keeps its configuration
 * with its salts, its address, and the tables of `keep`.
 */
async function copyIntoWordPress(
  tools: SiteTools,
  from: SiteFolder,
  to: SiteFolder,
  { parts, keep }: ReplacedParts,
  p: Progress,
): Promise<void> {
  const { signal } = p;
  const { url } = await readRecord(to);
  await withWorkFolder(to, async (work) => {
    p.note('Copying the files');
    await copyParts(tools, parts === 'database' ? to : from, work, ['public'], COPYING, signal);
    await copyParts(tools, to, work, ['wp-config.php'], COPYING, signal);
    p.note('Copying the database');
    const source = parts === 'files' ? null : await copyDatabaseOf(tools, from, work, signal);
    if (parts === 'files') await keepDatabase(tools, to, work, COPYING);
    const core = await tools.cores.of(parts === 'database' ? to : from);
    if (source !== null && keep.length > 0) {
      p.note(`Keeping ${keep.join(', ')}`);
      await keepTables(tools, to, { ...to.mount, live: work, core }, { keep, prefix: source.prefix }, signal);
    }
    await finishWork(tools.runtime, to, { work, core }, { from: source?.siteurl ?? url, to: url }, signal);
  });
}

/** Copies the database of a site into a work folder; returns its description. */
const copyDatabaseOf = (tools: SiteTools, from: SiteFolder, work: string, signal: AbortSignal) =>
  withCopy(
    tools,
    from,
    'copy',
    async (name, source) => {
      if (source === null) throw noDatabase();
      await copyParts(tools, from, work, [{ from: `data/${name}`, to: DATABASE_FILE }], COPYING, signal);
      return source;
    },
    signal,
  );

/** Takes the tables over that the target has now. PHP does it in the site's sandbox, because it parses both databases. */
async function keepTables(
  tools: SiteTools,
  folder: SiteFolder,
  mount: SiteMount,
  { keep, prefix }: { keep: readonly string[]; prefix: string },
  signal: AbortSignal,
): Promise<void> {
  if (!(await exists(folder.database))) throw noDatabase();
  // The agents of both sites are different users, so the second cannot write into the folder of the first.
  await keepDatabase(tools, folder, mount.live, COPYING, KEPT);
  await rename(path.join(mount.live, KEPT), path.join(mount.live, 'data', KEPT));
  const { php } = tools.runtime;
  await php.own(mount);
  try {
    const input = { from: KEPT, to: DATABASE, groups: keep.join(' '), prefix };
    const result = await php.script(mount, 'keep-tables', input, { signal });
    if (result.code !== 0 || !result.stdout.endsWith('kept')) throw commandFailed('keep the tables', result);
  } finally {
    await php.release(mount.live);
  }
}

type Deps = Pick<HostingDriver, 'verify'> & {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, doing: string, work: () => Promise<T>): Promise<T>;
};

/** Copies of one site: into a new one, or into another. */
export const createCopies = ({
  folderOf,
  toolsOf,
  standing,
  verify,
}: Deps): Pick<HostingDriver, 'clone' | 'copyInto'> => ({
  clone: (fromId, to, p) =>
    standing(to.siteId, COPYING, async () => {
      const source = folderOf(fromId);
      const folder = folderOf(to.siteId);
      const { kind, core } = await readRecord(source);
      await writeRecord(folder, { ...to, kind, core });
      if (kind === 'wordpress') await cloneWordPress(await toolsOf(to.siteId), source, folder, to, p);
      else await cloneStatic(await toolsOf(to.siteId), source, folder, p);
      const result = await verify(to.siteId, to.fqdn);
      if (!result.ok) throw notVerified(result.checks.filter((check) => !check.ok).map((check) => check.detail));
    }),
  copyInto: (fromId, toId, what, p) =>
    standing(toId, COPYING, async () => {
      const [from, to] = [folderOf(fromId), folderOf(toId)];
      const tools = await toolsOf(toId);
      if ((await readRecord(to)).kind === 'wordpress') await copyIntoWordPress(tools, from, to, what, p);
      else await cloneStatic(tools, from, to, p);
    }),
});
