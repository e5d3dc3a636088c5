import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Lower } from '../limits/lower.ts';
import { runCommand } from '../process/run-command.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { workerCommand, workerFolders } from './worker-sandbox.ts';
import type { WorkerIsolation } from './worker-sandbox.ts';

const DEADLINE_MS = 20_000;

/** Looks for the strongest isolation of workers that really works here, by running a script in it. */
export async function findIsolation(options: { dataDir: string; panelDir: string; sandbox: 'auto' | 'off'; lower: Lower }): Promise<WorkerIsolation> {
  const root = process.getuid?.() === 0;
  const candidates: WorkerIsolation[] = options.sandbox === 'off' ? [] : [...(root ? [{ bwrap: true, asUser: true }] : []), { bwrap: true, asUser: false }];
  for (const isolation of candidates) if (await works(isolation, options)) return isolation;
  return { bwrap: false, asUser: false };
}

async function works(isolation: WorkerIsolation, { dataDir, panelDir, lower }: { dataDir: string; panelDir: string; lower: Lower }): Promise<boolean> {
  const sites = path.join(dataDir, 'sites');
  await mkdir(sites, { recursive: true, mode: 0o711 });
  const folder = await mkdtemp(path.join(sites, '.probe-'));
  try {
    const [live = '', tmp = '', runDir = ''] = ['live', 'tmp', 'run'].map((name) => path.join(folder, name));
    for (const part of [live, tmp, runDir]) await mkdir(part);
    if (isolation.asUser) for (const part of [folder, live, tmp, runDir]) await chown(part, siteUid('probe'), siteUid('probe'));
    const request = { isolation, mount: { siteId: 'probe', live, tmp }, panelDir, runDir, channels: undefined, maxOldSpaceMb: 128, lower, limits: { openFiles: 256, fileSizeMb: 1 }, joinFiles: [] };
    const command = workerCommand({ ...request, script: 'isolation-probe.ts', args: [workerFolders(request).run] });
    const result = await runCommand(command, AbortSignal.timeout(DEADLINE_MS)).catch(() => null);
    return result?.code === 0 && (await readFile(path.join(runDir, 'wrote'), 'utf8')) === 'works';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
