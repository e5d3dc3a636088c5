import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { BlueprintOptions, HostingDriver } from '../driver.ts';
import { HostingError, toHostingError, type Failure } from '../hosting-error.ts';
import type { SiteMount, SiteScript } from '../runtime/site-runtime.ts';
import { choosePhp } from '../runtime/php-versions.ts';
import { addressOf, ARCHIVE_MANIFEST, coreOf, pack, phpSeries, unpack } from './site-archive.ts';
import { engineOf } from './server-database.ts';
import { takeDatabase, withCopy } from './site-database.ts';
import { copyDatabaseTo, copyParts } from './site-parts.ts';
import { copyNewFile, writeAtomic } from './panel-files.ts';
import { DATABASE, readRecord, swapLive, withWorkFolder, type SiteFolder, type SiteRecord } from './site-folder.ts';
import { updateDatabase } from './site-upgrade.ts';
import { withPartialFile } from './temporary-files.ts';
import { finishWork } from './wordpress-site.ts';
import { commandFailed, type SiteTools } from './site-tools.ts';
import { wpConfig } from './wp-config.ts';

const CONTENT = 'public/wp-content';
/** What a blueprint takes of `wp-content`: no caches, logs, backups of plugins, or files that visitors sent. */
const DESIGN = ['plugins', 'themes', 'mu-plugins', 'languages', 'uploads/fonts'].map((name) => `${CONTENT}/${name}`);
/** WordPress exists since 2003, and puts uploads into folders by year; other folders of `uploads` belong to plugins. */
const FIRST_YEAR = 2003;
const media = (): string[] =>
  Array.from(
    { length: new Date().getUTCFullYear() - FIRST_YEAR + 1 },
    (_, i) => `${CONTENT}/uploads/${FIRST_YEAR + i}`,
  );
/** Of the tables of a fresh site. */
const PREFIX = 'wp_';
const FRESH = 'fresh.sqlite';
const APPLYING = 'We could not apply the blueprint.';

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T>;
  /** Runs one change of a site after the other. */
  exclusive<T>(siteId: string, work: () => Promise<T>): Promise<T>;
};

/** The driver's operations on blueprints. */
export const createBlueprints = ({
  folderOf,
  toolsOf,
  standing,
  exclusive,
}: Deps): Pick<HostingDriver, 'makeBlueprint' | 'applyBlueprint'> => ({
  makeBlueprint: (siteId, toFile, what) =>
    exclusive(siteId, async () => {
      const folder = folderOf(siteId);
      const given = { folder, record: await readRecord(folder), tools: await toolsOf(siteId) };
      await writeBlueprint(given, toFile, what).catch((error: unknown) => {
        throw toHostingError(error, 'We could not make the blueprint.');
      });
    }),
  applyBlueprint: (siteId, fromFile, options = {}) =>
    standing(siteId, APPLYING, async () => {
      const folder = folderOf(siteId);
      const given = { folder, record: await readRecord(folder), tools: await toolsOf(siteId) };
      await readBlueprint(given, fromFile, options);
    }),
});

type Given = { folder: SiteFolder; record: SiteRecord; tools: SiteTools };

/** Writes an archive that other sites can start from, complete or not at all; see `HostingDriver.makeBlueprint`. */
async function writeBlueprint(
  { tools, folder, record }: Given,
  toFile: string,
  { content }: { content: boolean },
): Promise<void> {
  const { kind } = record;
  const format = { format: 1, kind, core: null } as const;
  await mkdir(path.dirname(toFile), { recursive: true });
  await withPartialFile(folder, toFile, async (partial) => {
    if (kind !== 'wordpress') await pack(tools, folder, { ...format, database: null }, partial);
    else
      await withCopy(
        tools,
        folder,
        'copy',
        async (database, source) => {
          const prefix = source?.prefix ?? PREFIX;
          const input = { database, prefix, content: content ? '1' : '' };
          await runScript(tools, folder.mount, 'make-blueprint', input, 'made');
          const paths = [...DESIGN, ...(content ? media() : []), `data/${database}`];
          await pack(tools, folder, { ...format, database, prefix, php: phpSeries(tools, record) }, partial, { paths });
        },
        { format: 'sqlite' },
      );
    await rename(partial, toFile);
  });
}

/** Replaces the content of a fresh site by that of a blueprint; see `HostingDriver.applyBlueprint`. */
async function readBlueprint(
  { tools, folder, record }: Given,
  file: string,
  { keepPhp = false, p }: BlueprintOptions,
): Promise<void> {
  const { runtime, agent, cores } = tools;
  await withWorkFolder(folder, async (work) => {
    const roots = record.kind !== 'wordpress' ? ['public'] : [...DESIGN, `${CONTENT}/uploads`, 'data'];
    const { manifest } = await unpack(tools, folder, work, { file, roots }, ARCHIVE_MANIFEST);
    if (
      manifest === null ||
      manifest.kind !== record.kind ||
      (manifest.database === null) !== (record.kind !== 'wordpress')
    )
      throw new HostingError(
        'UNSUPPORTED',
        'This blueprint does not belong to a site of this kind. Choose another one.',
        { retryable: false },
      );
    if (manifest.database === null) return swapLive(folder, work);
    await rename(path.join(work, 'data', manifest.database), path.join(work, 'data', DATABASE));
    const prefix = manifest.prefix ?? PREFIX;
    // The tables keep their names. A site that was never started has no sessions that new salts would end.
    if (prefix === PREFIX) await copyParts(tools, folder, work, ['wp-config.php'], APPLYING);
    else await writeAtomic(path.join(work, 'wp-config.php'), wpConfig(prefix), 0o644, folder.root);
    await copyDatabaseTo(tools, folder, work, APPLYING, { to: `data/${FRESH}`, format: 'sqlite' });
    const own = path.join(work, CONTENT);
    await mkdir(own, { recursive: true });
    for (const name of ['index.php', 'db.php'])
      await copyNewFile(path.join(runtime.wordpress.core, 'wp-content', name), path.join(own, name));
    const version = (await cores.version(folder)) ?? (await agent.need(folder.mount, 'version', {}, APPLYING));
    const core = await coreOf(tools, work, { core: version });
    const php = choosePhp(runtime.php, (keepPhp ? undefined : manifest.php) ?? record.php, p);
    const mount = { ...folder.mount, live: work, core, phpVersion: php };
    await runtime.php.own(mount);
    await runScript(tools, mount, 'apply-blueprint', { database: DATABASE, fresh: FRESH, prefix }, 'applied');
    await takeDatabase(tools, folder, { work, core, file: DATABASE, into: await engineOf(folder.mount) });
    // It may have been made with an older WordPress.
    await updateDatabase(tools, mount);
    const from = await addressOf(tools, folder, { work, core });
    await finishWork(runtime, folder, { work, core, php }, { from: from ?? record.url, to: record.url });
  });
}

/** @throws HostingError COMMAND_FAILED, DISK_FULL unless the script printed its last word */
async function runScript(
  { runtime }: SiteTools,
  mount: SiteMount,
  script: SiteScript,
  input: Record<string, string>,
  last: string,
): Promise<void> {
  const result = await runtime.php.script(mount, script, input, {});
  if (result.code === 0 && result.stdout.endsWith(last)) return;
  throw commandFailed(script === 'make-blueprint' ? 'We could not make the blueprint.' : APPLYING, result);
}
