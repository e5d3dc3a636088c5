import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import type { SiteAgent } from '../agent/index.ts';
import type { SiteDatabase } from '../database/database-server.ts';
import type { DatabaseEngine, Noting, RestoredParts, SnapshotOptions } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import { copyOwnCore, makeMountPoints } from '../runtime/document-root.ts';
import { choosePhp } from '../runtime/php-versions.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { writeAtomic } from './panel-files.ts';
import { engineOf } from './server-database.ts';
import type { Given, LocalKind } from './kinds/kind.ts';
import { FILES_GUIDE, PORTABLE_DATABASE, RESTORE_GUIDE, restoreGuide } from './restore-guide.ts';
import { describeDatabase, takeDatabase } from './site-database.ts';
import { copyParts, keepForFiles } from './site-parts.ts';
import { swapLive, withWorkFolder, type SiteFolder, type SiteRecord } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';
import { withPartialFile } from './temporary-files.ts';
import { finishWork } from './wordpress-site.ts';
import { isWholeConfig, withNewSalts, wpConfig } from './wp-config.ts';
import { sentence } from '../../lib/sentence.ts';

/** An archive's description. `core`: the version whose files were left out, because the server has them. */
export const ARCHIVE_MANIFEST = v.object({
  format: v.literal(1),
  kind: v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,30}$/)),
  core: v.nullable(v.string()),
  database: v.nullable(v.pipe(v.string(), v.regex(/^[a-z]+-[0-9a-f]+\.sql(?:ite)?$/))),
  /** Of the tables of a blueprint, which has no configuration; `wp_` when it is missing. */
  prefix: v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/))),
  /** The release series of PHP; archives from before there was a choice have none. */
  php: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}\.\d{1,2}$/))),
});
type Manifest = v.InferOutput<typeof ARCHIVE_MANIFEST>;

const RESTORING = 'We could not restore the site.';
export const MANIFEST_FILE = 'panel-archive.json';
/** What the panel knew of a workload, for whoever reads the archive. */
const SETTINGS_FILE = 'settings.json';

/** Writes the content of a site to a compressed archive, complete or not at all. */
export async function writeArchive(
  kind: LocalKind,
  given: Given,
  toFile: string,
  more: SnapshotOptions,
): Promise<void> {
  const { tools, folder, record } = given;
  await mkdir(path.dirname(toFile), { recursive: true });
  await withPartialFile(folder, toFile, async (partial) => {
    if (kind.pack) await kind.pack(given, partial, more);
    else {
      const guide = restoreGuide(record.url, kind.restoreGuide ?? FILES_GUIDE);
      const manifest = { format: 1, kind: kind.name, core: null, database: null } as const;
      await packWithDump(tools, folder, {
        manifest,
        partial,
        packing: { guide, settings: more.settings },
        dump: more.dump,
      });
    }
    await rename(partial, toFile);
  });
}

/** The release series of PHP with which a site runs. */
export const phpSeries = (
  { runtime }: Pick<SiteTools, 'runtime'>,
  { php }: Pick<SiteRecord, 'php'>,
): string | undefined => choosePhp(runtime.php, php);

type Packing = {
  paths?: readonly string[];
  without?: readonly string[];
  /** How to restore the archive without the panel. */
  guide?: string | null;
  /** A file of the data folder with the database as SQL. */
  portable?: string | null;
  /** The same, of the folder itself. */
  dump?: { name: string; bytes: number } | null;
  settings?: string | undefined;
  /** Keeps links and which files can be executed, as applications need. */
  links?: boolean;
};

/** Writes paths below a site's folder to an archive; what does not exist is left out. */
export async function pack(
  { agent, maxBytes }: SiteTools,
  folder: SiteFolder,
  manifest: Readonly<{ format: 1; kind: string; [key: string]: unknown }>,
  partial: string,
  {
    paths = ['public'],
    without = [],
    guide = null,
    portable = null,
    dump = null,
    settings,
    links = false,
  }: Packing = {},
): Promise<void> {
  // Its database is not among the files that the plan limits.
  const most = maxBytes + (dump?.bytes ?? 0);
  const input = {
    texts: [
      { name: MANIFEST_FILE, text: JSON.stringify(manifest) },
      ...(guide === null ? [] : [{ name: RESTORE_GUIDE, text: guide }]),
      ...(settings === undefined ? [] : [{ name: SETTINGS_FILE, text: settings }]),
    ],
    entries: [
      ...(portable === null ? [] : [{ from: `data/${portable}`, to: PORTABLE_DATABASE }]),
      ...(dump === null ? [] : [{ from: dump.name, to: PORTABLE_DATABASE }]),
      ...paths.map((name) => ({ from: name, to: name })),
    ],
    without: [...without],
    maxBytes: most,
    links,
  };
  const to = () => createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  await agent.need(folder.mount, 'archive', input, 'We could not back up the site.', { to, maxOutput: 2 * most });
}

type Dumped = {
  manifest: Parameters<typeof pack>[2];
  partial: string;
  packing: Packing;
  dump: SnapshotOptions['dump'];
};

/** The same, with a dump of the workload's database, which is in its folder meanwhile. */
export async function packWithDump(
  tools: SiteTools,
  folder: SiteFolder,
  { manifest, partial, packing, dump }: Dumped,
): Promise<void> {
  if (!dump) return pack(tools, folder, manifest, partial, packing);
  const place = folder.mount.live;
  await withPartialFile({ root: folder.root, live: place }, path.join(place, PORTABLE_DATABASE), async (file) => {
    const bytes = await dump(file);
    await pack(tools, folder, manifest, partial, { ...packing, dump: { name: path.basename(file), bytes } });
  });
}

/** An archive, which is a file of the panel's. */
export const archiveStream = (file: string): Readable => createReadStream(file);

/** What was compared when an archive was unpacked. */
export const hashesNote = (checked: number | null): string =>
  checked === null
    ? 'This archive has no list of hashes of its files; only its own SHA-256 was compared'
    : `The SHA-256 of ${checked} files is the recorded one`;

/** The parts of an archive that a restore takes; the others stay as the site has them. */
const TAKEN: Readonly<Record<RestoredParts, string[]>> = {
  all: ['public', 'data', 'wp-config.php'],
  files: ['public', 'wp-config.php'],
  database: ['data'],
};

/**
 * Replaces a site's content, or a part of it, with that of an archive; a WordPress keeps its current address. With
 * `isNew`, the archive is another site's: sessions of that site are none of this one. `engine`: of a new site's database; by
 * default that of the site. Returns the number of files whose hash was compared; null for an archive without hashes.
 * @throws HostingError INTEGRITY_MISMATCH with the names of damaged files
 */
export async function readArchive(
  tools: SiteTools,
  folder: SiteFolder,
  record: SiteRecord,
  {
    file,
    parts,
    isNew = false,
    engine,
    p,
  }: { file: string; parts: RestoredParts; isNew?: boolean; engine?: DatabaseEngine; p?: Partial<Noting> | undefined },
): Promise<number | null> {
  const { runtime } = tools;
  return withWorkFolder(folder, async (work) => {
    // The configuration names the database, which stays.
    const keepsServer = parts === 'files' && (await engineOf(folder.mount)) === 'mariadb';
    const { manifest, checked } = await unpack(
      tools,
      folder,
      work,
      {
        ...{ file, roots: keepsServer ? ['public'] : TAKEN[parts] },
      },
      ARCHIVE_MANIFEST,
    );
    if (manifest === null || manifest.kind !== record.kind || (manifest.database === null && parts === 'database')) {
      throw new HostingError(
        'UNSUPPORTED',
        'This backup does not belong to a site of this kind. Choose another backup.',
        { retryable: false },
      );
    }
    p?.note?.(hashesNote(checked));
    if (manifest.database === null) {
      await swapLive(folder, work);
      return checked;
    }
    if (parts === 'database') await copyParts(tools, folder, work, ['public'], RESTORING);
    if (parts === 'database' || keepsServer) await copyParts(tools, folder, work, ['wp-config.php'], RESTORING);
    const core = parts === 'database' ? await tools.cores.of(folder) : await coreOf(tools, work, manifest);
    if (parts === 'files') await keepForFiles(tools, folder, work, RESTORING);
    const into = engine ?? (await engineOf(folder.mount));
    const made =
      parts === 'files'
        ? null
        : await takeDatabase(tools, folder, { work, core, file: manifest.database, into, isNew });
    const from = await describeDatabase(tools, { ...folder.mount, live: work, core });
    if (isNew) await renewSalts(tools.agent, folder, work, { prefix: from?.prefix, database: made });
    const php = choosePhp(runtime.php, (parts === 'database' ? undefined : manifest.php) ?? record.php, p);
    await finishWork(runtime, folder, { work, core, php }, { from: from?.siteurl ?? record.url, to: record.url });
    return checked;
  });
}

/**
 * Unpacks an archive, and compares each file with the archive's list; older archives have none.
 * @throws HostingError INTEGRITY_MISMATCH with the names of damaged files
 */
export async function unpack<Schema extends v.GenericSchema>(
  { agent, maxBytes }: Pick<SiteTools, 'agent' | 'maxBytes'>,
  folder: SiteFolder,
  work: string,
  { file, roots, links = false }: { file: string; roots: string[]; links?: boolean },
  schema: Schema,
): Promise<{ manifest: v.InferOutput<Schema> | null; checked: number | null }> {
  const input = { roots, manifest: MANIFEST_FILE, maxBytes, links };
  const mount = (await exists(folder.live)) ? folder.mount : { ...folder.mount, live: work };
  const { manifest, checked, damaged } = await agent.need(mount, 'extract', input, RESTORING, {
    work,
    from: () => archiveStream(file),
  });
  refuseDamaged(damaged);
  return { manifest: parseJson(schema, manifest ?? ''), checked };
}

/** @throws HostingError INTEGRITY_MISMATCH with the names of files that differ from their archive's list */
export function refuseDamaged(files: readonly string[]): void {
  if (files.length === 0) return;
  throw new HostingError(
    'INTEGRITY_MISMATCH',
    sentence('Files of this archive are not what was stored: {files}. Nothing was restored. Choose another archive.', {
      files: files.join(', '),
    }),
    { retryable: false },
  );
}

/** The first files of an archive that differ from what was stored, or at which it ends; none when nothing shows which. */
export const damagedFiles = (
  { agent }: Pick<SiteTools, 'agent'>,
  folder: SiteFolder,
  file: string,
): Promise<string[]> =>
  withWorkFolder(folder, (work) =>
    agent.need({ ...folder.mount, live: work }, 'damage', {}, 'We could not read the archive.', {
      work,
      from: () => archiveStream(file),
    }),
  );

/** The address in the database of a work folder. */
export const addressOf = async (
  tools: Pick<SiteTools, 'runtime' | 'agent'>,
  folder: SiteFolder,
  { work, core }: { work: string; core: SharedCore | null },
): Promise<string | undefined> => (await describeDatabase(tools, { ...folder.mount, live: work, core }))?.siteurl;

/** Gives unpacked content new salts; a configuration that somebody has changed is replaced where it does not have ours. */
async function renewSalts(
  agent: SiteAgent,
  folder: SiteFolder,
  work: string,
  { prefix, database }: { prefix: string | undefined; database: SiteDatabase | null },
): Promise<void> {
  const file = path.basename(folder.config);
  const mount = { ...folder.mount, live: work };
  const config =
    (await agent.need(mount, 'text', { file }, 'We could not read the configuration of the backup.')) ?? '';
  const next = isWholeConfig(config) ? withNewSalts(config) : null;
  await writeAtomic(path.join(work, file), next ?? wpConfig(prefix, database), 0o644, folder.root);
}

/** Adds the files of WordPress that an archive leaves out, shared where possible; null when the site has its own. */
export async function coreOf(
  { runtime, cores }: Pick<SiteTools, 'runtime' | 'cores'>,
  work: string,
  { core: version }: Pick<Manifest, 'core'>,
): Promise<SharedCore | null> {
  if (version === null) return null;
  const core = await cores.get(version);
  const publicDir = path.join(work, 'public');
  if (runtime.php.sharesCore) {
    await makeMountPoints(publicDir, core);
    return core;
  }
  await copyOwnCore(core, publicDir);
  return null;
}
