import type { AppContext, MachinePort } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { needsOf } from '../../machine/move/needs.ts';
import { askWhether } from '../../machine/move/send.ts';
import { openTaskOn } from '../site/find-site.ts';
import { stagingOf } from '../site/site-staging.repo.ts';
import { taskSite, type SiteRow } from '../site/site.repo.ts';
import { MOVE_KIND, movingWith, recordMove } from './move.repo.ts';
import type { MovePayload } from './move.tasks.ts';

const ASK_MS = 20_000;
const NO_MOVE = '00000000-0000-0000-0000-000000000000';

/** @throws PanelError TASK_RUNNING for workloads that a task works on */
async function needIdle(tx: Database, rows: readonly SiteRow[]): Promise<void> {
  for (const { id, taskId } of rows) {
    const running = (await openTaskOn(tx, id)) ?? taskId;
    if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
  }
}

/** @throws PanelError MOVE_NOWHERE, MOVE_NOT_REACHED */
function targetOf(machine: MachinePort, from: string, asked: string | null): string {
  if (asked === null) {
    const chosen = machine.placeBeside(from);
    if (chosen === null) throw new PanelError('MOVE_NOWHERE');
    return chosen;
  }
  if (asked === from || !machine.isReached(asked)) throw new PanelError('MOVE_NOT_REACHED');
  return asked;
}

type Asked = { nodeId: string; workloadId: string; to: string | null; userId: string | null };

/**
 * Starts a move, once the other machine has said that it can take everything that moves.
 * @throws ElsewhereError on another machine than that of the workload
 * @throws PanelError NOT_FOUND, TASK_RUNNING, MOVE_STAGING, MOVE_NOWHERE, MOVE_NOT_REACHED, MACHINE_AWAY, MOVE_NO_PHP, MOVE_NO_WORDPRESS,
 *   MOVE_NO_BUILDS, MOVE_DATABASE, MOVE_OTHER_USER, MOVE_NO_ROOM
 */
export async function startMove({ app }: { app: AppContext }, { nodeId, workloadId, to: asked, userId }: Asked) {
  const row = found(await taskSite(app.db, workloadId));
  if (row.nodeId !== nodeId) throw new PanelError('NOT_FOUND');
  app.machine.needHere(nodeId);
  if (await stagingOf(app.db, workloadId)) throw new PanelError('MOVE_STAGING');
  const to = targetOf(app.machine, nodeId, asked);
  const rows = await movingWith(app.db, workloadId);
  await needIdle(app.db, rows);
  const way = { machine: app.machine, to, move: NO_MOVE, signal: AbortSignal.timeout(ASK_MS) };
  const needs = await needsOf(app.config, app.machine.own, rows);
  const refused = await askWhether(way, needs).catch(() => {
    throw new PanelError('MOVE_NOT_REACHED');
  });
  if (refused) throw new PanelError(refused.code as 'MOVE_NO_ROOM', refused.values);
  return enqueueMove(app, { row, to, userId });
}

/** Stores a move, which asks the other machine itself. @throws PanelError TASK_RUNNING */
export async function enqueueMove(
  app: AppContext,
  { row, to, userId }: { row: SiteRow; to: string; userId: string | null },
): Promise<{ taskId: string; title: string }> {
  return app.db.transaction(async (tx) => {
    const held = await movingWith(tx, row.id, { lock: true });
    await needIdle(tx, held);
    const ids = held.map(({ id }) => id);
    const { id: resourceId, fqdn: title } = row;
    const payload: MovePayload = { from: row.nodeId ?? '', to, ids };
    const taskId = await app.tasks.enqueue(tx, {
      // Not one of its customer's, whose limit of tasks at a time it would take.
      ...{ kind: MOVE_KIND, partnerId: null, customerId: null, userId, resourceId, title, payload },
    });
    await recordMove(tx, ids, null, taskId);
    return { taskId, title };
  });
}
