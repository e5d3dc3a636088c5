import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Outputs, SiteAgent } from '../agent/index.ts';
import type { ExecResult, HostingStep, Progress, SiteSpec } from '../driver.ts';
import { diskFull, HostingError, throwIfAborted } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { copyOwnParts } from '../runtime/document-root.ts';
import type { SiteCores } from './site-core.ts';
import { copyNewFile, writeAtomic } from './panel-files.ts';
import { isPlain } from './prepared-database.ts';
import { countTree } from './remove-tree.ts';
import { DATABASE, DATABASE_FILE, readRecord, recover, swapLive, withWorkFolder, writeRecord } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';
import { PERCENT_FILE, withTemporaryDatabase } from './temporary-files.ts';
import { watchSize } from './watch-size.ts';
import { isOwnConfig, wpConfig } from './wp-config.ts';

/** The tools to change a site: PHP for its code, the agent for reading it, and its disk limit. */
export type SiteTools = { runtime: HostingRuntime; agent: SiteAgent; cores: SiteCores; maxBytes: number };

/** Long enough for a busy machine to read the options of a WordPress. */
const PATIENCE_MS = 20_000;

/** The first three steps of a WordPress: each publishes its result with one rename, whole or not at all. */
export function wordpressSteps(
  { runtime, agent, cores }: Pick<SiteTools, 'runtime' | 'agent' | 'cores'>,
  folder: SiteFolder,
  spec: SiteSpec,
): HostingStep[] {
  return [
    {
      name: 'files',
      title: 'Copying the WordPress files',
      run: (p) => copyFiles(cores, folder, spec, p),
      check: async () =>
        (await exists(path.join(folder.publicDir, 'wp-load.php'))) && exists(path.join(folder.live, 'data')),
    },
    {
      name: 'configure',
      title: 'Writing the configuration',
      run: async () => {
        if (await configured(agent, folder)) return;
        await writeAtomic(folder.config, wpConfig(), 0o644, folder.root);
      },
      check: () => configured(agent, folder),
    },
    {
      name: 'install',
      title: 'Installing WordPress',
      run: (p) => install({ runtime, agent, cores }, folder, spec, p),
      check: () => installed({ runtime, agent }, folder, spec),
    },
  ];
}

/**
 * Creates `wp-content` and the mount points for the shared WordPress, or a full copy of WordPress where none can be
 * shared.
 */
async function copyFiles(cores: SiteCores, folder: SiteFolder, spec: SiteSpec, p: Progress): Promise<void> {
  await mkdir(folder.root, { recursive: true, mode: 0o711 });
  await recover(folder);
  if (await exists(path.join(folder.publicDir, 'wp-load.php'))) {
    return writeRecord(folder, { ...spec, core: (await cores.version(folder)) ?? undefined });
  }
  const wordpress = cores.source(spec.wpVersion);
  const core = await cores.forNewSites(wordpress.version);
  await writeRecord(folder, { ...spec, core: core?.version });
  await withWorkFolder(folder, async (work) => {
    p.note(`Copying WordPress ${wordpress.version}`);
    const publicDir = path.join(work, 'public');
    if (core === null) await copyAll(wordpress.core, publicDir, p);
    else await copyOwnParts(wordpress.core, core, publicDir);
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

async function configured(agent: SiteAgent, folder: SiteFolder): Promise<boolean> {
  if (!(await exists(folder.config))) return false;
  return isOwnConfig(
    (await agent.need(
      folder.mount,
      'text',
      { file: path.basename(folder.config) },
      'read the configuration of the site',
      { deadlineMs: PATIENCE_MS },
    )) ?? '',
  );
}

/**
 * A site's description from its database, null when there is none.
 * @throws HostingError when it does not answer in time
 */
async function optionsOf(
  agent: SiteAgent,
  mount: SiteMount,
  file: string,
  signal?: AbortSignal,
): Promise<Outputs['options']> {
  return agent.need(mount, 'options', { file }, 'read the database of the site', { deadlineMs: PATIENCE_MS, signal });
}

/**
 * Passes a copy of a site's database, with its description, to `use`. PHP makes the copy, because only a writer can
 * roll back an interrupted write.
 * @throws SITE_NOT_FOUND when there is no database
 */
export async function withCopy<T>(
  { runtime, agent }: Pick<SiteTools, 'runtime' | 'agent'>,
  folder: SiteFolder,
  kind: 'renaming' | 'copy',
  use: (name: string, says: Outputs['options']) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (!(await exists(folder.database))) throw noDatabase();
  return withTemporaryDatabase(folder, kind, async (name) => {
    await copyDatabase(runtime, folder.mount, name, signal);
    return use(name, await optionsOf(agent, folder.mount, `data/${name}`, signal));
  });
}

export const noDatabase = () =>
  new HostingError('SITE_NOT_FOUND', 'The database of this site is missing. Restore a backup or contact support.', {
    retryable: false,
  });

async function installed(
  { runtime, agent }: Pick<SiteTools, 'runtime' | 'agent'>,
  folder: SiteFolder,
  spec: SiteSpec,
): Promise<boolean> {
  if (!(await exists(folder.database))) return false;
  const now = await agent.ask(folder.mount, 'options', { file: DATABASE_FILE }, { deadlineMs: PATIENCE_MS });
  const again = () => withCopy({ runtime, agent }, folder, 'copy', async (_name, says) => says);
  const options = now.ok ? now.value : await again();
  return options !== null && options.siteurl === spec.url && options.users.includes(spec.adminUser);
}

/** Installs into a new database and renames it when complete; discards an interrupted one. */
async function install(
  { runtime, agent, cores }: Pick<SiteTools, 'runtime' | 'agent' | 'cores'>,
  folder: SiteFolder,
  spec: SiteSpec,
  p: Progress,
): Promise<void> {
  if (await installed({ runtime, agent }, folder, spec)) return;
  await runtime.php.own(folder.mount);
  const { version } = cores.source(spec.wpVersion);
  p.note(`Installing WordPress ${version}`);
  const { url, title, adminUser, adminEmail, adminPassword } = spec;
  const prepared = isPlain(spec) ? await cores.database(version) : null;
  throwIfAborted(p.signal);
  await withTemporaryDatabase(folder, 'installing', async (name) => {
    if (prepared !== null) {
      await copyNewFile(prepared, path.join(folder.live, 'data', name));
      await runtime.php.own(folder.mount);
    }
    const result = await watchSize(
      path.join(folder.live, 'data', name),
      (done) => p.progress?.({ done, unit: 'bytes' }),
      () =>
        runtime.php.script(
          folder.mount,
          'install',
          { url, title, adminUser, adminEmail, adminPassword },
          { env: { PANEL_DB_FILE: name }, signal: p.signal },
        ),
    );
    if (result.code !== 0 || !result.stdout.includes('"installed":true')) {
      throw new HostingError(
        'INSTALL_FAILED',
        'WordPress could not be installed. Try again; if it keeps failing, contact support.',
        {
          retryable: true,
          detail: `${result.code}: ${result.stderr.slice(-1500)} ${result.stdout.slice(-1500)}`,
        },
      );
    }
    throwIfAborted(p.signal);
    await rename(path.join(folder.live, 'data', name), folder.database);
  });
}

/** Copies the database under a new name in the same folder while the site may be in use. */
export async function copyDatabase(
  runtime: HostingRuntime,
  mount: SiteMount,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const result = await runtime.php.script(
    mount,
    'copy-database',
    { from: DATABASE, to },
    signal === undefined ? {} : { signal },
  );
  if (result.code === 0 && result.stdout.endsWith('copied')) return;
  throw commandFailed('copy the database', result);
}

/**
 * One PHP for all pairs: loading WordPress takes longer than replacing. The size of a file beside the database is
 * the percentage of the rows that are done.
 */
const REPLACE_PAIRS = `global $wpdb;
$pairs = json_decode(getenv('PANEL_PAIRS'));
$prefixed = array('all-tables-with-prefix' => true);
$rows = array();
foreach (WP_CLI\\Utils\\wp_get_table_names(array(), $prefixed) as $table) {
  $rows[$table] = 1 + (int) $wpdb->get_var("SELECT COUNT(*) FROM \`$table\`");
}
$done = 0;
$percent = 0;
foreach ($pairs as $pair) {
  foreach ($rows as $table => $count) {
    WP_CLI::run_command(array('search-replace', ...$pair, $table), array(...$prefixed, 'skip-columns' => 'guid', 'precise' => true));
    $done += $count;
    if (getenv('PANEL_PERCENT')) {
      $now = intdiv(100 * $done, count($pairs) * array_sum($rows));
      file_put_contents(dirname(FQDB) . '/' . getenv('PANEL_PERCENT'), str_repeat('.', $now - $percent), FILE_APPEND);
      $percent = $now;
    }
  }
}`;

/**
 * Replaces a site's address in a database of its `data` folder, serialised values included. Post identifiers (guid)
 * stay, as WordPress recommends. Skips an invalid old address, which hosted code could have stored.
 */
export async function replaceUrl(
  runtime: HostingRuntime,
  mount: SiteMount,
  database: string,
  from: string,
  to: string,
  { signal, progress }: Partial<Pick<Progress, 'signal' | 'progress'>> = {},
): Promise<void> {
  if (from === to || !/^https?:\/\/[\w.:/~%-]{1,500}$/.test(from)) return;
  const escaped = (url: string) => url.replaceAll('/', '\\/');
  const withoutScheme = (url: string) => url.replace(/^https?:/, '');
  const pairs: [string, string][] = [
    [from, to],
    [withoutScheme(from), withoutScheme(to)],
    [escaped(withoutScheme(from)), escaped(withoutScheme(to))],
  ];
  const args = ['eval', REPLACE_PAIRS, '--quiet', '--skip-plugins', '--skip-themes'];
  const changed = JSON.stringify(pairs.filter(([old, next]) => old !== next));
  const percent = database + PERCENT_FILE;
  const replace = () =>
    runtime.php.wp(mount, args, {
      env: { PANEL_DB_FILE: database, PANEL_PAIRS: changed, ...(progress && { PANEL_PERCENT: percent }) },
      ...(signal && { signal }),
    });
  const result = progress
    ? await watchSize(path.join(mount.live, 'data', percent), (done) => progress({ done, unit: 'percent' }), replace)
    : await replace();
  if (result.code !== 0) throw commandFailed('change the address of the site', result);
}

/** How SQLite and PHP report a full disk. */
const DISK_IS_FULL = /database or disk is full|No space left on device/;

/** What a failed command means for people; `doing` completes “We could not …”. */
export function commandFailed(doing: string, result: ExecResult): HostingError {
  if (DISK_IS_FULL.test(result.stderr + result.stdout)) return diskFull(doing, result.stderr.slice(-1500));
  return new HostingError('COMMAND_FAILED', `We could not ${doing}. Try again; if it keeps failing, contact support.`, {
    retryable: true,
    detail: `${result.code}: ${result.stderr.slice(-1500)} ${result.stdout.slice(-500)}`,
  });
}

/**
 * Changes the address in a copy of the database, then puts the copy in place with one rename: before it the old
 * address works, after it the new one. The site must not be running.
 */
export async function renameWordPress(
  { runtime, agent }: SiteTools,
  folder: SiteFolder,
  url: string,
  p: Progress,
): Promise<void> {
  await withCopy(
    { runtime, agent },
    folder,
    'renaming',
    async (name, current) => {
      if (current === null) throw noDatabase();
      if (current.siteurl === url) return;
      p.note(`Replacing ${current.siteurl} with ${url}`);
      await replaceUrl(runtime, folder.mount, name, current.siteurl, url, p);
      if ((await optionsOf(agent, folder.mount, `data/${name}`, p.signal))?.siteurl !== url) {
        throw new HostingError(
          'COMMAND_FAILED',
          'The new address could not be stored in WordPress. Try again; if it keeps failing, contact support.',
          { retryable: true },
        );
      }
      throwIfAborted(p.signal);
      await runtime.php.release(folder.live);
      await rename(path.join(folder.live, 'data', name), folder.database);
    },
    p.signal,
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
    const { siteurl, prefix } = await withCopy(
      tools,
      from,
      'copy',
      async (name, source) => {
        if (source === null) throw noDatabase();
        p.note('Copying the files');
        const entries = [
          { from: 'public', to: 'public' },
          { from: `data/${name}`, to: DATABASE_FILE },
        ];
        await agent.need(from.mount, 'copy', { entries, maxBytes }, 'copy the site', { work, signal: p.signal });
        return source;
      },
      p.signal,
    );
    await writeFile(path.join(work, path.basename(to.config)), wpConfig(prefix), { flag: 'wx' });
    await finishWork(runtime, to, { work, core: await tools.cores.of(to) }, { from: siteurl, to: spec.url }, p.signal);
  });
}

/** Sets owner and address of a filled work folder and replaces `live` with it. */
export async function finishWork(
  runtime: HostingRuntime,
  folder: SiteFolder,
  { work, core }: { work: string; core: SharedCore | null },
  address: { from: string; to: string },
  signal?: AbortSignal,
): Promise<void> {
  const mount = { ...folder.mount, live: work, core };
  await runtime.php.own(mount);
  try {
    await replaceUrl(runtime, mount, DATABASE, address.from, address.to, { ...(signal && { signal }) });
  } finally {
    await runtime.php.release(work);
  }
  if (signal !== undefined) throwIfAborted(signal);
  await runtime.php.release(folder.live);
  const record = { ...(await readRecord(folder)), core: core?.version };
  // The shared WordPress hides a site's files in its place, so a crash between the two leaves a working site.
  if (core !== null) await writeRecord(folder, record);
  await swapLive(folder, work);
  if (core === null) await writeRecord(folder, record);
}
