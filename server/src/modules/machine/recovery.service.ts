import { MACHINE_TAKE_OVER_SECONDS, type RecoverableWorkload, type RecoveryPlan } from '@panel/contract';
import type * as v from 'valibot';
import type { RecoveryPlanInput } from '@panel/contract/schemas';
import type { AppContext } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { paged } from '../../kernel/paged.ts';
import { isSharedServer } from '../../machine/move/needs.ts';
import { findNode } from '../../machine/node.repo.ts';
import { databaseOf } from '../app-account/app-database.repo.ts';
import { taskBackup } from '../backup/backup.repo.ts';
import type { RestorePayload } from '../backup/backup-restore.tasks.ts';
import { openTaskOn } from '../site/find-site.ts';
import { taskSite, type SiteRow } from '../site/site.repo.ts';
import { hasPort } from '../site/site-ports.ts';
import { RECOVER_APP, RECOVER_SITE } from './recovery-kinds.ts';
import {
  beginRecovery,
  beginRestoring,
  changeRecovery,
  companionPlace,
  fence,
  forgetRecovery,
  isGone,
  lockGone,
  lockRecovery,
  lostFor,
  openRecoveries,
  planOf,
  readRestoreAfter,
} from './recovery.repo.ts';
import { phpSeries, type RecoverPayload } from './recovery.tasks.ts';

/** How many are placed or begun at once; their tasks wait in the queue. */
const AT_ONCE = 50;

type Planned = Awaited<ReturnType<typeof planOf>>['rows'][number];

/** What is on a machine, and what could be restored elsewhere. @throws PanelError NOT_FOUND */
export async function showPlan(
  { db }: AppContext,
  input: v.InferOutput<typeof RecoveryPlanInput>,
): Promise<RecoveryPlan> {
  found(await findNode(db, input.id));
  const wire = ({ backupAt, ...row }: Planned): RecoverableWorkload => ({
    ...row,
    backupAt: backupAt && new Date(backupAt).toISOString(),
  });
  return paged(
    input,
    (slice) => planOf(db, input.id, slice),
    wire,
    ({ restorable, oldestAt }) => ({ restorable, oldestAt: oldestAt && new Date(oldestAt).toISOString() }),
  );
}

/**
 * Restores everything on a lost machine elsewhere, and what could not be restored once more.
 * @throws PanelError NOT_FOUND, RECOVERY_TOO_EARLY, RECOVERY_NO_STORAGE, RECOVERY_NOTHING, MOVE_NOWHERE
 */
export async function recoverMachine(app: AppContext, id: string, userId: string | null) {
  const { db, machine, config } = app;
  const { name } = found(await findNode(db, id));
  if (!(await isGone(db, id))) throw new PanelError('RECOVERY_TOO_EARLY', { minutes: MACHINE_TAKE_OVER_SECONDS / 60 });
  if (config.storageUrl === undefined) throw new PanelError('RECOVERY_NO_STORAGE');
  if (machine.placeBeside(id) === null) throw new PanelError('MOVE_NOWHERE');
  const count = await db.transaction((tx) => beginRecovery(tx, id, userId));
  if (count === 0) throw new PanelError('RECOVERY_NOTHING');
  await advanceRecoveries(app);
  return { name, count };
}

/** The automatic form: machines that have been lost for as long as the operator has set. */
export async function recoverLost(app: AppContext): Promise<void> {
  const { db, machine, config, log } = app;
  if (!machine.hasOthers() || config.storageUrl === undefined) return;
  const minutes = await readRestoreAfter(db);
  if (minutes === null) return;
  for (const { id } of await lostFor(db, minutes)) {
    if (machine.placeBeside(id) === null) continue;
    const count = await db.transaction((tx) => beginRecovery(tx, id, null));
    log.error({ machine: id, count }, 'a machine was lost; what is on it is restored elsewhere');
  }
}

/** Places what waits, and starts restores of what is placed. Any process may do it, and go on where another was killed. */
export async function advanceRecoveries(app: AppContext, signal?: AbortSignal): Promise<void> {
  for (const { id, state, fromNode } of await openRecoveries(app.db, AT_ONCE)) {
    if (signal?.aborted) return;
    if (state === 'waiting' && !(await placeOne(app, id, fromNode))) continue;
    await startOne(app, id);
  }
}

/** Gives a workload of a lost machine to another one. */
async function placeOne({ db, machine, hosting }: AppContext, id: string, from: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const recovery = await lockRecovery(tx, id, 'waiting');
    if (!recovery) return false;
    const row = await taskSite(tx, id, { lock: true });
    // It came back, or somebody was faster: the workload is where its row says.
    if (row?.nodeId !== from || !(await lockGone(tx, from))) {
      await forgetRecovery(tx, id);
      return false;
    }
    const php = hasPort({ hosting }, row, 'wordpress') ? phpSeries(row) : null;
    const to = (await companionPlace(tx, id, from)) ?? machine.placeBeside(from, php);
    if (to === null || !(await fence(tx, { id, from, to }))) return false;
    await changeRecovery(tx, id, { state: 'placed' });
    return true;
  });
}

/** What of an application comes from its backup: a database on a server that all machines reach is still there, and newer. */
async function partsOf({ config }: AppContext, tx: Database, row: SiteRow, hasDump: boolean) {
  const isInBackup = hasDump && (await databaseOf(tx, row.id)) !== undefined;
  return isInBackup && !isSharedServer(config.appsDatabaseUrl) ? ('all' as const) : ('files' as const);
}

/** Starts the restore of a workload that is placed, once no other task works on it. */
async function startOne(app: AppContext, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const recovery = await lockRecovery(tx, id, 'placed');
    const row = recovery && (await taskSite(tx, id, { lock: true }));
    if (!recovery || !row || row.taskId !== null || (await openTaskOn(tx, id)) !== null) return;
    const backup = await taskBackup(tx, recovery.backupId);
    if (!backup) return void (await changeRecovery(tx, id, { state: 'failed', endedAt: app.clock.now() }));
    const isApp = hasPort(app, row, 'builds');
    const common: RecoverPayload = { backupId: backup.id, backupName: backup.name };
    const payload: RecoverPayload | RestorePayload = isApp
      ? {
          ...{ ...common, type: 'system_generated', name: '', withoutBackup: true },
          parts: await partsOf(app, tx, row, Boolean(backup.content?.database)),
        }
      : common;
    const taskId = await app.tasks.enqueue(tx, {
      // Not one of the customer's own, which would wait for each other.
      ...{ kind: isApp ? RECOVER_APP : RECOVER_SITE, partnerId: null, customerId: null, userId: recovery.userId },
      ...{ resourceId: id, title: row.fqdn, payload },
    });
    await beginRestoring(tx, id, taskId);
    await changeRecovery(tx, id, { state: 'restoring', taskId });
  });
}
