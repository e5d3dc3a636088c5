import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { sandboxed, siteUid, sitePaths } from './sandbox.ts';
import type { Isolation } from './sandbox.ts';

/** A PHP of this machine that can run WordPress on SQLite, and how its processes are isolated. */
export type NativePhp = { path: string; version: string; isolation: Isolation };

const EXTENSIONS = ['pdo_sqlite', 'sqlite3', 'mbstring', 'json', 'hash', 'dom', 'xml', 'fileinfo', 'zlib', 'Phar', 'tokenizer'];

/**
 * Looks for PHP 8 with what WordPress needs, and for the strongest isolation that really works here, by running
 * PHP in it. Answers with the reason when there is none.
 */
export async function findNativePhp(options: { binary: string; dataDir: string; panelDir: string; sandbox: 'auto' | 'off' }): Promise<NativePhp | { reason: string }> {
  const probe = await run(options.binary, ['-r', 'echo PHP_BINARY, "\\n", PHP_VERSION, "\\n", implode(",", get_loaded_extensions());']);
  if (probe === null) return { reason: 'no php command was found' };
  const [binary = '', version = '', extensions = ''] = probe.split('\n');
  if (Number(version.split('.')[0]) < 8) return { reason: `PHP ${version} is older than 8.0` };
  const loaded = new Set(extensions.toLowerCase().split(','));
  const missing = EXTENSIONS.filter((name) => !loaded.has(name.toLowerCase()));
  if (missing.length > 0) return { reason: `PHP ${version} lacks ${missing.join(', ')}` };
  const root = process.getuid?.() === 0;
  const kinds: Isolation['kind'][] = [...(options.sandbox === 'auto' ? (['bwrap'] as const) : []), ...(root ? (['uid'] as const) : (['none'] as const))];
  for (const kind of kinds) {
    const isolation = { kind, root };
    if (await works(binary, isolation, options)) return { path: binary, version, isolation };
  }
  return { reason: 'PHP would have to run as root here; install bubblewrap or move the data folder where other users can reach it' };
}

const PROBE = `<?php is_readable($argv[1]) && extension_loaded('pdo_sqlite') && file_put_contents($argv[2], 'works');`;

/** Tries what a site does: read our scripts, write into its folder, and not be root. */
async function works(php: string, isolation: Isolation, options: { dataDir: string; panelDir: string }): Promise<boolean> {
  const sites = path.join(options.dataDir, 'sites');
  await mkdir(sites, { recursive: true, mode: 0o711 });
  const folder = await mkdtemp(path.join(sites, '.probe-'));
  try {
    const mount = { siteId: 'probe', live: path.join(folder, 'live'), tmp: path.join(folder, 'tmp') };
    for (const part of [mount.live, mount.tmp]) await mkdir(part);
    if (isolation.root) for (const part of [folder, mount.live, mount.tmp]) await chown(part, siteUid('probe'), siteUid('probe'));
    const request = { mount, panelDir: options.panelDir, env: minimalEnvironment(), isolation, php };
    const paths = sitePaths(request);
    await writeFile(path.join(mount.live, 'probe.php'), PROBE, { mode: 0o644 });
    const command = sandboxed(request, [`${paths.live}/probe.php`, `${paths.panel}/router.php`, `${paths.live}/wrote`]);
    const result = await runCommand(command, AbortSignal.timeout(10_000)).catch(() => null);
    if (result?.code !== 0) return false;
    const wrote = path.join(mount.live, 'wrote');
    const owner = await stat(wrote).catch(() => null);
    return owner !== null && owner.uid !== 0 && (await readFile(wrote, 'utf8')) === 'works';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The environment of a site's processes: nothing of the panel's own, which holds secrets. */
export function minimalEnvironment(): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', TZ: 'UTC' };
}

async function run(file: string, args: string[]): Promise<string | null> {
  const env = { PATH: process.env['PATH'] ?? minimalEnvironment()['PATH'] ?? '' };
  const result = await runCommand({ file, args, env }, AbortSignal.timeout(10_000)).catch(() => null);
  return result?.code === 0 ? result.stdout : null;
}
