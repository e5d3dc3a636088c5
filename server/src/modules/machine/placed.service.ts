import type { PlacedWorkload } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findNode } from '../../machine/node.repo.ts';
import { taskRow } from '../../tasks/task.repo.ts';
import { MOVE_KIND, newestMoves, placedOn } from './move.repo.ts';

type Placed = Awaited<ReturnType<typeof placedOn>>['rows'][number];
type Move = Awaited<ReturnType<typeof newestMoves>>[number];

/** What is placed on a machine, with its newest moves. @throws PanelError NOT_FOUND */
export async function listPlaced({ db }: AppContext, nodeId: string, slice: { limit: number; offset: number }) {
  found(await findNode(db, nodeId));
  const { rows, total } = await placedOn(db, nodeId, slice);
  const moves = await newestMoves(
    db,
    rows.map(({ row }) => row.id),
  );
  const byId = new Map(moves.map((move) => [move.resourceId, move]));
  return { rows: rows.map((each) => ({ ...each, move: byId.get(each.row.id) })), total };
}

export const publicPlaced = ({ row, partner, move }: Placed & { move: Move | undefined }): PlacedWorkload => ({
  ...{ id: row.id, fqdn: row.fqdn, kind: row.kind, partner, isStage: row.isStage },
  isInBin: row.binnedAt !== null,
  size: row.fileSize,
  move: move ? { taskId: move.id, status: move.status, error: move.error, at: move.createdAt.toISOString() } : null,
});

/** @throws PanelError NOT_FOUND for a task that is no move, TASK_ENDED, TASK_NOT_CANCELLABLE */
export async function cancelMove(app: AppContext, taskId: string): Promise<void> {
  if ((await taskRow(app.db, taskId))?.kind !== MOVE_KIND) throw new PanelError('NOT_FOUND');
  await app.tasks.cancel(app, taskId);
}
