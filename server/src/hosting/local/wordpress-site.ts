import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Outputs, SiteAgent } from '../agent/index.ts';
import type { HostingStep, Progress, SiteSpec } from '../driver.ts';
import { HostingError, throwIfAborted } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { copyOwnParts } from '../runtime/document-root.ts';
import { copyNewFile, writeAtomic } from './panel-files.ts';
import { isPlain } from './prepared-database.ts';
import { countTree } from './remove-tree.ts';
import { choosePhp } from '../runtime/php-versions.ts';
import {
  createDatabase,
  databaseServer,
  engineOf,
  finishDatabase,
  hasDatabase,
  serverDatabase,
} from './server-database.ts';
import { describeDatabase, PATIENCE_MS, takeDatabase, withCopy } from './site-database.ts';
import {
  DATABASE,
  DATABASE_FILE,
  readRecord,
  recover,
  swapLive,
  withWorkFolder,
  writeRecord,
  type SiteFolder,
} from './site-folder.ts';
import { replaceUrl } from './replace-url.ts';
import { noDatabase, type SiteTools } from './site-tools.ts';
import { withTemporaryDatabase } from './temporary-files.ts';
import { watchSize } from './watch-size.ts';
import { isOwnConfig, wpConfig } from './wp-config.ts';

/** The first three steps of a WordPress: each publishes its result with one rename, whole or not at all. */
export function wordpressSteps(
  toolsOf: (siteId: string) => Promise<SiteTools>,
  folder: SiteFolder,
  spec: SiteSpec,
): HostingStep[] {
  const tools = () => toolsOf(spec.siteId);
  return [
    {
      name: 'files',
      title: 'Copying the WordPress files',
      run: async (p) => copyFiles(await tools(), folder, spec, p),
      check: async () =>
        (await exists(path.join(folder.publicDir, 'wp-load.php'))) && exists(path.join(folder.live, 'data')),
    },
    {
      name: 'configure',
      title: 'Writing the configuration',
      run: async () => configure(await tools(), folder),
      check: async () => configured((await tools()).agent, folder),
    },
    {
      name: 'install',
      title: 'Installing WordPress',
      run: async (p) => install(await tools(), folder, spec, p),
      check: async () => installed(await tools(), folder, spec),
    },
  ];
}

/**
 * Creates `wp-content` and the mount points for the shared WordPress, or a full copy of WordPress where none can be
 * shared.
 */
async function copyFiles(
  { runtime, cores, databases }: SiteTools,
  folder: SiteFolder,
  spec: SiteSpec,
  p: Progress,
): Promise<void> {
  await mkdir(folder.root, { recursive: true, mode: 0o711 });
  await recover(folder);
  const php = choosePhp(runtime.php, spec.phpVersion, p);
  if (await exists(path.join(folder.publicDir, 'wp-load.php'))) {
    return writeRecord(folder, { ...spec, core: (await cores.version(folder)) ?? undefined, php });
  }
  const wordpress = cores.source(spec.wpVersion);
  const core = await cores.forNewSites(wordpress.version);
  await writeRecord(folder, { ...spec, core: core?.version, php });
  await withWorkFolder(folder, async (work) => {
    p.note(`Copying WordPress ${wordpress.version}`);
    const publicDir = path.join(work, 'public');
    if (core === null) await copyAll(wordpress.core, publicDir, p);
    else await copyOwnParts(wordpress.core, core, publicDir);
    // The drop-in of SQLite.
    if (databases !== null) await rm(path.join(publicDir, 'wp-content/db.php'), { force: true });
    await mkdir(path.join(work, 'data'));
    throwIfAborted(p.signal);
    await swapLive(folder, work);
  });
}

/** Copies a full WordPress and reports its progress. */
async function copyAll(from: string, to: string, p: Progress): Promise<void> {
  const total = await countTree(from);
  await copyTree(from, to, p.signal, (done) => p.progress?.({ done, ...(total && { total }), unit: 'files' }));
}

/** Writes the configuration, after creating the database that it names where there is a server for them. */
async function configure(tools: SiteTools, folder: SiteFolder): Promise<void> {
  const { agent, databases } = tools;
  if (await configured(agent, folder)) return;
  await databases?.keepOnly(folder.siteId, null);
  const database = databases === null ? null : await createDatabase(tools, folder.mount);
  await writeAtomic(folder.config, wpConfig('wp_', database), 0o644, folder.root);
}

async function configured(agent: SiteAgent, folder: SiteFolder): Promise<boolean> {
  if (!(await exists(folder.config))) return false;
  return isOwnConfig(
    (await agent.need(
      folder.mount,
      'text',
      { file: path.basename(folder.config) },
      'We could not read the configuration of the site.',
      { deadlineMs: PATIENCE_MS },
    )) ?? '',
  );
}

async function installed(
  { runtime, agent }: Pick<SiteTools, 'runtime' | 'agent'>,
  folder: SiteFolder,
  spec: SiteSpec,
): Promise<boolean> {
  if (!(await hasDatabase(folder))) return false;
  if ((await engineOf(folder.mount)) === 'mariadb')
    return isInstalled(await describeDatabase({ runtime, agent }, folder.mount), spec);
  const now = await agent.ask(folder.mount, 'options', { file: DATABASE_FILE }, { deadlineMs: PATIENCE_MS });
  const again = () => withCopy({ runtime, agent }, folder, 'copy', async (_name, says) => says);
  return isInstalled(now.ok ? now.value : await again(), spec);
}

const isInstalled = (options: Outputs['options'], spec: SiteSpec): boolean =>
  options !== null && options.siteurl === spec.url && options.users.includes(spec.adminUser);

/** Installs into a new database and renames it when complete; discards an interrupted one. */
async function install(tools: SiteTools, folder: SiteFolder, spec: SiteSpec, p: Progress): Promise<void> {
  const { runtime, cores } = tools;
  if (await installed(tools, folder, spec)) return;
  await runtime.php.own(folder.mount);
  const { version } = cores.source(spec.wpVersion);
  p.note(`Installing WordPress ${version}`);
  const onServer = await serverDatabase(folder.mount);
  if (onServer !== null) {
    await databaseServer(tools).clear(onServer.name);
    await runInstall(tools, folder, spec, p);
    throwIfAborted(p.signal);
    return finishDatabase(folder.mount, onServer.name);
  }
  const prepared = isPlain(spec) ? await cores.database(version) : null;
  throwIfAborted(p.signal);
  await withTemporaryDatabase(folder, 'installing', '.sqlite', async (name) => {
    if (prepared !== null) {
      await copyNewFile(prepared, path.join(folder.live, 'data', name));
      await runtime.php.own(folder.mount);
    }
    await watchSize(
      path.join(folder.live, 'data', name),
      (done) => p.progress?.({ done, unit: 'bytes' }),
      () => runInstall(tools, folder, spec, p, { PANEL_DB_FILE: name }),
    );
    throwIfAborted(p.signal);
    await rename(path.join(folder.live, 'data', name), folder.database);
  });
}

async function runInstall(
  { runtime }: Pick<SiteTools, 'runtime'>,
  { mount }: SiteFolder,
  { url, title, adminUser, adminEmail, adminPassword }: SiteSpec,
  { signal }: Pick<Progress, 'signal'>,
  env: Record<string, string> = {},
): Promise<void> {
  const input = { url, title, adminUser, adminEmail, adminPassword };
  const result = await runtime.php.script(mount, 'install', input, { env, signal });
  if (result.code === 0 && result.stdout.includes('"installed":true')) return;
  throw new HostingError(
    'INSTALL_FAILED',
    'WordPress could not be installed. Try again; if it keeps failing, contact support.',
    {
      retryable: true,
      detail: `${result.code}: ${result.stderr.slice(-1500)} ${result.stdout.slice(-1500)}`,
    },
  );
}

/**
 * Changes the address in a copy of the database, then puts the copy in place with one rename: before it the old
 * address works, after it the new one. A database on a server changes in one transaction. The site must not be running.
 */
export async function renameWordPress(
  { runtime, agent }: SiteTools,
  folder: SiteFolder,
  url: string,
  p: Progress,
): Promise<void> {
  const { otherTables } = await readRecord(folder);
  const how = { ...p, otherTables };
  const check = async (file: string) => {
    if ((await describeDatabase({ runtime, agent }, folder.mount, { file, signal: p.signal }))?.siteurl === url) return;
    throw new HostingError(
      'COMMAND_FAILED',
      'The new address could not be stored in WordPress. Try again; if it keeps failing, contact support.',
      { retryable: true },
    );
  };
  if ((await engineOf(folder.mount)) === 'mariadb') {
    const current = await describeDatabase({ runtime, agent }, folder.mount, { signal: p.signal });
    if (current === null) throw noDatabase();
    if (current.siteurl === url) return;
    p.note(`Replacing ${current.siteurl} with ${url}`);
    await replaceUrl(runtime, folder.mount, DATABASE, current.siteurl, url, how);
    return check(DATABASE_FILE);
  }
  await withCopy(
    { runtime, agent },
    folder,
    'renaming',
    async (name, current) => {
      if (current === null) throw noDatabase();
      if (current.siteurl === url) return;
      p.note(`Replacing ${current.siteurl} with ${url}`);
      await replaceUrl(runtime, folder.mount, name, current.siteurl, url, how);
      await check(`data/${name}`);
      throwIfAborted(p.signal);
      await runtime.php.release(folder.live);
      await rename(path.join(folder.live, 'data', name), folder.database);
    },
    p,
  );
}

/** Fills the work folder of a new site with a copy of another: files, database with the new address, new salts. */
export async function cloneWordPress(
  tools: SiteTools,
  from: SiteFolder,
  to: SiteFolder,
  spec: SiteSpec,
  p: Progress,
): Promise<void> {
  const { runtime, agent, maxBytes } = tools;
  await withWorkFolder(to, async (work) => {
    p.note('Copying the database');
    const { siteurl, prefix, file } = await withCopy(
      tools,
      from,
      'copy',
      async (name, source) => {
        if (source === null) throw noDatabase();
        p.note('Copying the files');
        const entries = [
          { from: 'public', to: 'public' },
          { from: `data/${name}`, to: `data/${name}` },
        ];
        await agent.need(from.mount, 'copy', { entries, maxBytes }, 'We could not copy the site.', {
          work,
          signal: p.signal,
        });
        return { ...source, file: name };
      },
      p,
    );
    await writeFile(path.join(work, path.basename(to.config)), wpConfig(prefix), { flag: 'wx' });
    const core = await tools.cores.of(to);
    await takeDatabase(tools, to, { work, core, file, into: await engineOf(from.mount) }, p.signal);
    const { php } = await readRecord(to);
    await finishWork(runtime, to, { work, core, php }, { from: siteurl, to: spec.url }, p.signal);
  });
}

/** What replaces a site's content: the filled work folder, and the versions with which it runs. */
export type NewContent = { work: string; core: SharedCore | null; php: string | undefined };

/** Sets owner and address of a filled work folder and replaces `live` with it. */
export async function finishWork(
  runtime: HostingRuntime,
  folder: SiteFolder,
  { work, core, php }: NewContent,
  address: { from: string; to: string },
  signal?: AbortSignal,
): Promise<void> {
  const mount = { ...folder.mount, live: work, core, phpVersion: php };
  const { otherTables } = await readRecord(folder);
  await runtime.php.own(mount);
  try {
    await replaceUrl(runtime, mount, DATABASE, address.from, address.to, { ...(signal && { signal }), otherTables });
  } finally {
    await runtime.php.release(work);
  }
  if (signal !== undefined) throwIfAborted(signal);
  await runtime.php.release(folder.live);
  await swapLive(folder, work, { core: core?.version, php });
}
