import { chown, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Lower } from '../limits/lower.ts';
import { withProbeFolder, worksAtLast } from '../process/probe.ts';
import { runCommand } from '../process/run-command.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { workerCommand, workerFolders } from './worker-sandbox.ts';
import type { WorkerIsolation } from './worker-sandbox.ts';

/** Finds the strongest isolation of workers that works here, by running a script in each. */
export async function findIsolation(options: {
  dataDir: string;
  panelDir: string;
  sandbox: 'auto' | 'off';
  lower: Lower;
}): Promise<WorkerIsolation> {
  const root = process.getuid?.() === 0;
  const candidates: WorkerIsolation[] =
    options.sandbox === 'off' ? [] : [...(root ? [{ bwrap: true, asUser: true }] : []), { bwrap: true, asUser: false }];
  for (const isolation of candidates)
    if (await worksAtLast((deadlineMs) => works(isolation, options, deadlineMs))) return isolation;
  return { bwrap: false, asUser: false };
}

async function works(
  isolation: WorkerIsolation,
  { dataDir, panelDir, lower }: { dataDir: string; panelDir: string; lower: Lower },
  deadlineMs: number,
): Promise<boolean> {
  return withProbeFolder(dataDir, async (folder) => {
    const [live = '', tmp = '', runDir = ''] = ['live', 'tmp', 'run'].map((name) => path.join(folder, name));
    for (const part of [live, tmp, runDir]) await mkdir(part);
    if (isolation.asUser)
      for (const part of [folder, live, tmp, runDir]) await chown(part, siteUid('probe'), siteUid('probe'));
    const request = {
      isolation,
      mount: { siteId: 'probe', live, tmp },
      panelDir,
      runDir,
      channels: undefined,
      maxOldSpaceMb: 128,
      lower,
      limits: { openFiles: 256, fileSizeMb: 1 },
      joinFiles: [],
    };
    const command = workerCommand({ ...request, script: 'isolation-probe.ts', args: [workerFolders(request).run] });
    const result = await runCommand(command, AbortSignal.timeout(deadlineMs)).catch(() => null);
    return result?.code === 0 && (await readFile(path.join(runDir, 'wrote'), 'utf8')) === 'works';
  });
}
