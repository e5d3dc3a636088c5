import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import type { SiteAgent } from '../agent/index.ts';
import type { RestoredParts } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import { copyOwnCore, makeMountPoints } from '../runtime/document-root.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { copyParts, keepDatabase } from './site-parts.ts';
import { DATABASE, DATABASE_FILE, swapLive, withWorkFolder } from './site-folder.ts';
import type { SiteFolder, SiteRecord } from './site-folder.ts';
import { withPartialFile, withTemporaryDatabase } from './temporary-files.ts';
import { copyDatabase, finishWork } from './wordpress-site.ts';
import type { SiteTools } from './wordpress-site.ts';

/** An archive's description. `core`: the version whose files were left out, because the server has them. */
const MANIFEST = v.object({
  format: v.literal(1),
  kind: v.picklist(['wordpress', 'static']),
  core: v.nullable(v.string()),
  database: v.nullable(v.pipe(v.string(), v.regex(/^[a-z]+-[0-9a-f]+\.sqlite$/))),
});
type Manifest = v.InferOutput<typeof MANIFEST>;

const RESTORING = 'restore the site';
const MANIFEST_FILE = 'panel-archive.json';
/** The files of WordPress that an archive leaves out, even of a site with its own copy. */
const OWN_CORE = ['wp-admin', 'wp-includes'];

/** Writes files and a consistent database of a site to a compressed archive, complete or not at all. */
export async function writeArchive(
  tools: SiteTools,
  folder: SiteFolder,
  record: SiteRecord,
  toFile: string,
): Promise<void> {
  const { runtime } = tools;
  await mkdir(path.dirname(toFile), { recursive: true });
  await withPartialFile(folder, toFile, async (partial) => {
    if (record.kind === 'static') {
      await pack(tools, folder, { format: 1, kind: record.kind, core: null, database: null }, partial);
    } else {
      const shared = await tools.cores.of(folder);
      const version = shared?.version ?? (await tools.agent.need(folder.mount, 'version', {}, 'back up the site'));
      const core = shared !== null || version === runtime.wordpress.version ? version : null;
      const without = (shared?.entries ?? (core === null ? [] : OWN_CORE)).map((name) => `public/${name}`);
      await withTemporaryDatabase(folder, 'archive', async (database) => {
        await copyDatabase(runtime, folder.mount, database);
        const paths = ['public', 'wp-config.php', `data/${database}`];
        await pack(tools, folder, { format: 1, kind: record.kind, core, database }, partial, { paths, without });
      });
    }
    await rename(partial, toFile);
  });
}

/** Writes paths below a site's folder to an archive; what does not exist is left out. */
export async function pack(
  { agent, maxBytes }: SiteTools,
  folder: SiteFolder,
  manifest: Manifest,
  partial: string,
  { paths = ['public'], without = [] }: { paths?: readonly string[]; without?: readonly string[] } = {},
): Promise<void> {
  const input = {
    texts: [{ name: MANIFEST_FILE, text: JSON.stringify(manifest) }],
    entries: paths.map((name) => ({ from: name, to: name })),
    without: [...without],
    maxBytes,
  };
  const to = () => createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  await agent.need(folder.mount, 'archive', input, 'back up the site', { to, maxOutput: 2 * maxBytes });
}

/** The parts of an archive that a restore takes; the others stay as the site has them. */
const TAKEN: Readonly<Record<RestoredParts, string[]>> = {
  all: ['public', 'data', 'wp-config.php'],
  files: ['public', 'wp-config.php'],
  database: ['data'],
};

/** Replaces a site's content, or a part of it, with that of an archive; a WordPress keeps its current address. */
export async function readArchive(
  tools: SiteTools,
  folder: SiteFolder,
  record: SiteRecord,
  { file, parts }: { file: string; parts: RestoredParts },
): Promise<void> {
  const { runtime, agent } = tools;
  await withWorkFolder(folder, async (work) => {
    const manifest = await unpack(tools, folder, work, { file, roots: TAKEN[parts] });
    if (manifest === null || manifest.kind !== record.kind || (manifest.database === null && parts === 'database')) {
      throw new HostingError(
        'UNSUPPORTED',
        'This backup does not belong to a site of this kind. Choose another backup.',
        { retryable: false },
      );
    }
    if (manifest.database === null) return swapLive(folder, work);
    if (parts === 'files') await keepDatabase(tools, folder, work, RESTORING);
    else await rename(path.join(work, 'data', manifest.database), path.join(work, 'data', DATABASE));
    if (parts === 'database') await copyParts(tools, folder, work, ['public', 'wp-config.php'], RESTORING);
    const core = parts === 'database' ? await tools.cores.of(folder) : await coreOf(tools, work, manifest);
    const from = await addressOf(agent, folder, work);
    await finishWork(runtime, folder, { work, core }, { from: from ?? record.url, to: record.url });
  });
}

export async function unpack(
  { agent, maxBytes }: SiteTools,
  folder: SiteFolder,
  work: string,
  { file, roots }: { file: string; roots: string[] },
): Promise<Manifest | null> {
  const input = { roots, manifest: MANIFEST_FILE, maxBytes };
  const mount = (await exists(folder.live)) ? folder.mount : { ...folder.mount, live: work };
  const { manifest } = await agent.need(mount, 'extract', input, RESTORING, {
    work,
    from: () => createReadStream(file),
  });
  return parseJson(MANIFEST, manifest ?? '');
}

export async function addressOf(agent: SiteAgent, folder: SiteFolder, work: string): Promise<string | undefined> {
  return (
    await agent.need(
      { ...folder.mount, live: work },
      'options',
      { file: DATABASE_FILE },
      'read the database of the backup',
    )
  )?.siteurl;
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
