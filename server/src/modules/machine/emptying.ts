import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import { fenceOf, LEAVING, unmarkLeaving } from '../../hosting/leaving.ts';
import { removeTree } from '../../hosting/local/remove-tree.ts';
import { PanelError } from '../../kernel/errors.ts';
import { treesOf } from '../../machine/move/trees.ts';
import { taskSite } from '../site/site.repo.ts';
import { emptyingSince, emptyNode, notTriedSince, openMovesOf } from './move.repo.ts';
import { enqueueMove } from './move.service.ts';

/** How many moves are stored at once: they wait in the queue of tasks. */
const AT_ONCE = 50;

/**
 * Drains a machine and moves everything on it, or ends that: what waits or is being copied stays.
 * @throws PanelError NOT_FOUND, MOVE_NOWHERE
 */
export async function emptyMachine(app: AppContext, id: string, isOn: boolean): Promise<{ name: string }> {
  if (isOn && app.machine.placeBeside(id) === null) throw new PanelError('MOVE_NOWHERE');
  const row = found(await emptyNode(app.db, id, isOn ? app.clock.now() : null));
  await app.machine.look(id);
  if (!isOn) for (const each of await openMovesOf(app.db, id)) await cancelQuietly(app, each.id);
  return row;
}

/** One that has ended, or has its files in place on the other machine, goes on. */
async function cancelQuietly(app: AppContext, taskId: string): Promise<void> {
  await app.tasks.cancel(app, taskId).catch((error: unknown) => {
    if (!(error instanceof PanelError)) throw error;
  });
}

/** Stores moves of what is on this machine while it is emptied; what a task works on now has its turn later. */
export async function moveAllAway(app: AppContext, signal: AbortSignal): Promise<void> {
  const { machine, db } = app;
  if (!machine.hasOthers()) return;
  const since = await emptyingSince(db, machine.id);
  if (since === null) return;
  for (const { id } of await notTriedSince(db, machine.id, since, AT_ONCE)) {
    const to = machine.placeBeside(machine.id);
    if (to === null || signal.aborted) return;
    const row = await taskSite(db, id);
    if (row?.nodeId !== machine.id) continue;
    await enqueueMove(app, { row, to, userId: null }).catch((error: unknown) => {
      if (!(error instanceof PanelError)) throw error;
    });
  }
}

/** Longer than anything remembers where a workload is. */
const REMEMBERED_MS = 60_000;

/**
 * Deletes what workloads have left on this machine, once their rows name another one and nothing here remembers them. A mark without a
 * move ends.
 */
export async function removeLeft(app: AppContext, olderMs = REMEMBERED_MS): Promise<void> {
  const { dataDir, storageUrl } = app.config;
  if (!app.machine.hasOthers()) return;
  const marks = await readdir(path.join(dataDir, LEAVING)).catch(() => []);
  for (const id of marks) {
    const marked = await stat(path.join(dataDir, LEAVING, id)).catch(() => null);
    if (marked === null || Date.now() - marked.mtimeMs < olderMs) continue;
    const row = await taskSite(app.db, id);
    const isHere = row && app.machine.isHere(row.nodeId);
    if (isHere && row.taskId !== null) continue;
    if (!isHere) {
      await app.machine.own.stop(id);
      for (const { folder } of await treesOf(dataDir, id, storageUrl === undefined)) {
        const place = path.join(dataDir, folder);
        // Only an older state: the number beside the files is that of the row once they came back.
        if (row && (await fenceOf(place)) >= row.moves) continue;
        const trash = path.join(dataDir, 'sites', `.trash-left-${path.basename(folder)}`);
        await rename(place, trash).catch(() => rm(trash, { recursive: true, force: true }));
        await removeTree(trash);
      }
    }
    await unmarkLeaving(dataDir, id);
  }
}
