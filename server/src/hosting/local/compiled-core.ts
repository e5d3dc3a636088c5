import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import { fingerprint } from '../../lib/fingerprint.ts';
import { runCommand } from '../process/run-command.ts';
import type { CompiledCore, SharedCore } from '../runtime/core-store.ts';
import { makeMountPoints } from '../runtime/document-root.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { DOWNLOAD } from '../runtime/wordpress-source.ts';
import { list } from './panel-files.ts';
import { removeTree } from './remove-tree.ts';
import { WORKER_CODE, WORKER_FILES } from '../wasm/worker-code.ts';

const HOSTING = path.resolve(import.meta.dirname, '..');
/** What determines the result, besides WordPress and PHP. The name of the folder contains a hash of all of it. */
const MADE_BY = [
  import.meta.filename,
  ...['php/compile.php', 'native/php-settings.ts'].map((name) => path.join(HOSTING, name)),
  ...WORKER_FILES,
];
/** Files that one PHP compiles: all of them would need more memory than a site has. */
const AT_ONCE = 300;
/** The name that opcache gives to the folder of a build: its system id. */
const SYSTEM_ID = /^[0-9a-f]{32}$/;

/** Where the compiled WordPress of a runtime is kept, beside the files of WordPress; null when the runtime compiles nothing ahead. */
async function placeOf({ php, wordpress }: HostingRuntime): Promise<string | null> {
  if (!php.build) return null;
  const madeBy = await fingerprint(MADE_BY, php.build, process.version);
  return path.join(path.dirname(wordpress.wpCli), `compiled-${php.kind}-${madeBy}`);
}

/** What was compiled before for this runtime, or null. */
export async function findCompiledCore(runtime: HostingRuntime): Promise<CompiledCore | null> {
  const place = await placeOf(runtime);
  const names = place === null ? [] : await list(place);
  const id = names.find((name) => SYSTEM_ID.test(name));
  if (place === null || id === undefined) return null;
  return {
    folder: path.join(place, id),
    id,
    worker: names.includes(WORKER_CODE) ? path.join(place, WORKER_CODE) : null,
  };
}

/**
 * Lets PHP compile all of the shared WordPress, in the sandbox of a site that nobody has. Sites get the result read-only, so
 * that none can change what another one runs.
 * @returns null where the runtime compiles nothing ahead. Rejects with what failed: each start of a site compiles anew then
 */
export async function compileCore(
  runtime: HostingRuntime,
  core: SharedCore,
  signal: AbortSignal,
): Promise<CompiledCore | null> {
  const place = await placeOf(runtime);
  if (place === null) return null;
  const work = await mkdtemp(path.join(path.dirname(path.dirname(place)), DOWNLOAD));
  const mount = {
    ...{ siteId: 'compiling', live: path.join(work, 'live'), tmp: path.join(work, 'tmp') },
    core: { ...core, compiled: 'in tmp' as const },
  };
  try {
    for (const name of ['live/public', 'live/data', 'tmp']) await mkdir(path.join(work, name), { recursive: true });
    await makeMountPoints(path.join(mount.live, 'public'), core);
    await writeFile(path.join(mount.live, 'wp-config.php'), '');
    await runtime.php.own(mount);
    await compileAll(runtime, mount, core.entries, signal);
    await runtime.php.release(mount.live);
    const [id] = (await list(mount.tmp)).filter((name) => SYSTEM_ID.test(name));
    if (id === undefined) throw new Error('opcache wrote nothing.');
    await takeFromSite(path.join(mount.tmp, id));
    // Scripts of the panel, which are not WordPress.
    await removeTree(path.join(mount.tmp, id, 'panel'));
    await mkdir(path.join(work, 'ready'));
    await rename(path.join(mount.tmp, id), path.join(work, 'ready', id));
    await keepWorkerCode(mount.tmp, path.join(work, 'ready', WORKER_CODE));
    // Another process was faster; what it compiled is the same.
    await rename(path.join(work, 'ready'), place).catch(() => undefined);
    return await findCompiledCore(runtime);
  } finally {
    await runtime.php.release(mount.live).catch(() => undefined);
    await removeTree(work).catch(() => undefined);
  }
}

async function compileAll(
  { php }: HostingRuntime,
  mount: SiteMount,
  entries: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0, files = 1; from < files; from += AT_ONCE) {
    const input = { entries: JSON.stringify(entries), from: String(from), count: String(AT_ONCE) };
    const { code, stdout, stderr } = await php.script(mount, 'compile', input, {
      signal,
      limits: limitsOfPlan('PRO').site,
    });
    files = Number(stdout);
    if (code !== 0 || !(files > 0)) throw new Error(`${code}: ${stderr.slice(-500)}`);
  }
}

/** Keeps what node has compiled meanwhile. Its folder is in one that node names after its own build and the user. */
async function keepWorkerCode(tmp: string, place: string): Promise<void> {
  const [build] = await list(path.join(tmp, WORKER_CODE));
  if (build === undefined) return;
  await takeFromSite(path.join(tmp, WORKER_CODE));
  await rename(path.join(tmp, WORKER_CODE), place);
}

/** Gives files to the panel's user, and lets the users of sites read them. */
async function takeFromSite(folder: string): Promise<void> {
  const env = minimalEnvironment();
  const owner = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  for (const [file, ...args] of [
    ['chown', '-Rh', owner],
    ['chmod', '-R', 'u=rwX,go=rX'],
  ] as const) {
    const { code, stderr } = await runCommand({ file, args: [...args, '--', folder], env });
    if (code !== 0) throw new Error(stderr.slice(0, 500));
  }
}
