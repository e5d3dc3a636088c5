import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import { processLimits } from '../limits/lower.ts';
import type { Lower } from '../limits/lower.ts';
import { countedProcesses, jailed } from '../native/jail.ts';
import { withProbeFolder } from '../process/probe.ts';
import { runCommand } from '../process/run-command.ts';
import { minimalEnvironment } from './minimal-environment.ts';
import { sitePaths, siteUid } from './sandbox.ts';
import type { Isolation } from './sandbox.ts';

const PROBE = `<?php is_readable($argv[1]) && extension_loaded('pdo_sqlite') && file_put_contents($argv[2], 'works');`;

/**
 * Tests what a site needs: read our scripts, write to its folder, and not be root.
 * @returns what failed in one line, or null
 */
export async function tryIsolation(
  php: string,
  isolation: Isolation,
  options: { dataDir: string; panelDir: string; lower: Lower },
): Promise<string | null> {
  return withProbeFolder(options.dataDir, async (folder) => {
    const mount = { siteId: 'probe', live: path.join(folder, 'live'), tmp: path.join(folder, 'tmp') };
    for (const part of [mount.live, mount.tmp]) await mkdir(part);
    if (isolation.root)
      for (const part of [folder, mount.live, mount.tmp]) await chown(part, siteUid('probe'), siteUid('probe'));
    await writeFile(path.join(mount.live, 'probe.php'), PROBE, { mode: 0o644 });
    const request = {
      mount,
      panelDir: options.panelDir,
      env: minimalEnvironment(),
      isolation,
      php,
      lower: options.lower,
    };
    const paths = sitePaths(request);
    const smallest = limitsOfPlan('FREE').site;
    const rest = {
      limits: { ...processLimits(smallest), ...countedProcesses(isolation, smallest) },
      joinFiles: [],
      channels: undefined,
      serveAt: null,
      watch: false,
    };
    const command = jailed({ ...request, ...rest }, [
      `${paths.live}/probe.php`,
      `${paths.panel}/router.php`,
      `${paths.live}/wrote`,
    ]);
    const result = await runCommand(command, AbortSignal.timeout(10_000));
    if (result.code !== 0) return lastLine(result.stderr) || `exit code ${result.code}`;
    const wrote = path.join(mount.live, 'wrote');
    const owner = await stat(wrote).catch(() => null);
    if (owner === null) return 'PHP cannot read the scripts of the panel or write to the folder of a site';
    if (owner.uid === 0) return 'PHP would run as root';
    return (await readFile(wrote, 'utf8')) === 'works' ? null : 'PHP cannot write files';
  }).catch((error: unknown) => (error instanceof Error ? lastLine(error.message) : String(error)));
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
