import { and, asc, eq, exists, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { MACHINE_TAKE_OVER_SECONDS } from '@panel/contract';
import type { Database, Rows } from '../../db/database.ts';
import { appBuild, node, partner, setting, task, workload, workloadRecovery } from '../../db/schema.ts';
import { RECOVER_KINDS } from './recovery-kinds.ts';

const OPEN = ['queued', 'running', 'cancelling'] as const;

/** The newest backup of a workload that was restored on trial and worked, as a lateral join `proven`. */
const PROVEN = sql`left join lateral (select b.id, b.created_at from backup b
  where b.workload_id = w.id and b.status = 'succeeded' and b.proof -> 'ok' = 'true'
  order by b.created_at desc, b.id limit 1) proven on true`;

/** A machine with the database that has been silent for so long that nothing of it is served any more. */
const IS_GONE = (minutes = 0): SQL => sql`${node.joinedAt} is null and ${node.seenAt} < now()
  - greatest(make_interval(secs => ${MACHINE_TAKE_OVER_SECONDS}), make_interval(mins => ${minutes}))`;

export const isGone = async (db: Database, id: string): Promise<boolean> =>
  (await db.$count(node, and(eq(node.id, id), IS_GONE()))) > 0;

/**
 * Machines that did not end in order, were not revoked, and have been silent for some minutes, with something that is not being restored yet
 * and can be.
 */
export const lostFor = (db: Database, minutes: number) =>
  db
    .select({ id: node.id })
    .from(node)
    .where(
      and(
        eq(node.state, 'ready'),
        ne(node.processes, {}),
        IS_GONE(minutes),
        sql`exists (select 1 from workload w where w.node_id = ${node.id} and w.binned_at is null
          and not exists (select 1 from workload_recovery r where r.workload_id = w.id and r.from_node = ${node.id})
          and exists (select 1 from backup b where b.workload_id = w.id and b.status = 'succeeded' and b.proof -> 'ok' = 'true'))`,
      ),
    );

type Planned = { id: string; fqdn: string; kind: string; isStage: boolean; partner: string; backupAt: string | null };

/** What is on a machine, by page, those without a proven backup first; `restorable` and `oldestAt` are about all of it. */
export async function planOf(db: Database, nodeId: string, { limit, offset }: { limit: number; offset: number }) {
  const on = sql`w.node_id = ${nodeId}::uuid and w.binned_at is null`;
  const listed = await db.execute(sql`
    select w.id, w.fqdn, w.kind, w.is_stage as "isStage", p.name as partner, proven.created_at as "backupAt"
    from workload w join ${partner} p on p.id = w.partner_id ${PROVEN} where ${on}
    order by proven.created_at is not null, w.fqdn limit ${limit} offset ${offset}`);
  const totals = await db.execute(sql`
    select count(*)::int as total, count(proven.id)::int as restorable, min(proven.created_at) as "oldestAt"
    from workload w ${PROVEN} where ${on}`);
  const { rows } = listed as unknown as Rows<Planned>;
  const [total] = (totals as unknown as Rows<{ total: number; restorable: number; oldestAt: string | null }>).rows;
  return { rows, total: 0, restorable: 0, oldestAt: null, ...total };
}

/**
 * Writes down that everything on a machine that has a proven backup is to be restored elsewhere, and that what failed is tried again.
 * From here on it happens, whichever process ends. Returns how many there are.
 */
export async function beginRecovery(tx: Database, nodeId: string, userId: string | null): Promise<number> {
  const begun = await tx.execute(sql`
    insert into workload_recovery (workload_id, from_node, backup_id, backup_at, user_id)
    select w.id, ${nodeId}::uuid, proven.id, proven.created_at, ${userId}::uuid from workload w ${PROVEN}
    where w.node_id = ${nodeId}::uuid and w.binned_at is null and proven.id is not null
    on conflict (workload_id) do update set from_node = excluded.from_node, state = 'waiting', backup_id = excluded.backup_id,
      backup_at = excluded.backup_at, user_id = excluded.user_id, task_id = null, ended_at = null, dismissed_at = null, created_at = now()
    returning workload_id`);
  const again = await tx
    .update(workloadRecovery)
    .set({ state: 'placed', taskId: null, endedAt: null })
    .where(and(eq(workloadRecovery.fromNode, nodeId), eq(workloadRecovery.state, 'failed')))
    .returning({ id: workloadRecovery.workloadId });
  return (begun as unknown as Rows<object>).rows.length + again.length;
}

/** Those that wait for a machine or for the end of a task, the oldest first. */
export const openRecoveries = (db: Database, limit: number) =>
  db
    .select({ id: workloadRecovery.workloadId, state: workloadRecovery.state, fromNode: workloadRecovery.fromNode })
    .from(workloadRecovery)
    .where(inArray(workloadRecovery.state, ['waiting', 'placed']))
    .orderBy(asc(workloadRecovery.createdAt), asc(workloadRecovery.workloadId))
    .limit(limit);

/** The row, locked until the transaction ends; undefined once another process has it or it is in another state. */
export async function lockRecovery(tx: Database, id: string, state: 'waiting' | 'placed') {
  const [row] = await tx
    .select()
    .from(workloadRecovery)
    .where(and(eq(workloadRecovery.workloadId, id), eq(workloadRecovery.state, state)))
    .for('update', { skipLocked: true });
  return row;
}

/**
 * Locks the row of a machine, so that a report of it waits for the end of the transaction, and says whether it is still gone. What it reads
 * after its report are the rows of the transaction.
 */
export async function lockGone(tx: Database, nodeId: string): Promise<boolean> {
  const [row] = await tx
    .select({ isGone: sql<boolean>`${IS_GONE()}` })
    .from(node)
    .where(eq(node.id, nodeId))
    .for('update');
  return row?.isGone ?? false;
}

export const forgetRecovery = (tx: Database, id: string) =>
  tx.delete(workloadRecovery).where(eq(workloadRecovery.workloadId, id));

export const changeRecovery = (
  tx: Database,
  id: string,
  change: Partial<Pick<typeof workloadRecovery.$inferSelect, 'state' | 'taskId' | 'endedAt'>>,
) => tx.update(workloadRecovery).set(change).where(eq(workloadRecovery.workloadId, id));

/** Where something that is together with a workload is by now: its live site, its staging environment, or the other half of its project. */
export async function companionPlace(tx: Database, id: string, fromNode: string): Promise<string | null> {
  const found =
    await tx.execute(sql`select w.node_id as "nodeId" from workload w where w.node_id <> ${fromNode}::uuid and (
      w.id in (select s.parent_id from staging s where s.workload_id = ${id}::uuid)
      or w.id in (select s.workload_id from staging s where s.parent_id = ${id}::uuid)
      or w.id in (select o.id from app a join app o on o.project_id = a.project_id where a.id = ${id}::uuid and o.id <> a.id)) limit 1`);
  return (found as unknown as Rows<{ nodeId: string }>).rows[0]?.nodeId ?? null;
}

/**
 * From now on another machine has a workload: the number of its moves is another one, so that what the lost machine has of it is an old
 * state. Tasks that the lost machine had begun end on the other one, where they find no files; a restore of an earlier failover ends here.
 * @returns false for one that is no longer on the lost machine
 */
export async function fence(
  tx: Database,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const changed = await tx
    .update(workload)
    .set({
      nodeId: to,
      moves: sql`${workload.moves} + 1`,
      cacheGeneration: sql`${workload.cacheGeneration} + 1`,
      // Visitors get a page until it is restored.
      status: 'deploying',
      updatedAt: sql`now()`,
    })
    .where(and(eq(workload.id, id), eq(workload.nodeId, from)))
    .returning({ id: workload.id });
  if (changed.length === 0) return false;
  const open = and(eq(task.resourceId, id), inArray(task.status, [...OPEN]));
  const ended = await tx
    .update(task)
    .set({ status: 'failed', endedAt: sql`now()`, leaseUntil: null, error: LOST_AGAIN })
    .where(and(open, inArray(task.kind, [...RECOVER_KINDS])))
    .returning({ id: task.id });
  for (const { id: taskId } of ended) {
    await tx.update(appBuild).set({ status: 'failed', isKept: false }).where(eq(appBuild.id, taskId));
    await tx
      .update(workload)
      .set({ taskId: null })
      .where(and(eq(workload.id, id), eq(workload.taskId, taskId)));
  }
  await tx.update(task).set({ nodeId: to }).where(open);
  return true;
}

/** Records which task restores a workload; visitors get a page until it has ended. */
export const beginRestoring = (tx: Database, id: string, taskId: string) =>
  tx
    .update(workload)
    .set({ taskId, status: 'deploying', updatedAt: sql`now()` })
    .where(eq(workload.id, id));

const LOST_AGAIN = {
  code: 'MACHINE_LOST',
  retryable: true,
  message: 'The server was lost before the site was restored. It is restored on another one.',
};

/** Releases of an application that only the lost machine had. */
export const forgetReleases = (tx: Database, appId: string, but: string) =>
  tx
    .update(appBuild)
    .set({ isKept: false })
    .where(and(eq(appBuild.appId, appId), ne(appBuild.id, but)));

/** How far the restores are of what was on machines. */
export async function recoveriesOf(db: Database) {
  const of = (...states: string[]) =>
    sql<number>`count(*) filter (where state in (${sql.join(
      states.map((state) => sql`${state}`),
      sql`, `,
    )}))::int`;
  const rows = await db
    .select({
      id: workloadRecovery.fromNode,
      open: of('waiting', 'placed', 'restoring'),
      restored: of('restored'),
      failed: of('failed'),
    })
    .from(workloadRecovery)
    .where(
      exists(
        db
          .select({ one: sql`1` })
          .from(node)
          .where(eq(node.id, workloadRecovery.fromNode)),
      ),
    )
    .groupBy(workloadRecovery.fromNode);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

const KEY = 'machine_restore_after_minutes';

/** After how many minutes of silence everything on a machine is restored elsewhere by itself; null for never. */
export async function readRestoreAfter(db: Database): Promise<number | null> {
  const [row] = await db.select().from(setting).where(eq(setting.key, KEY));
  return typeof row?.value === 'number' ? row.value : null;
}

export async function storeRestoreAfter(db: Database, minutes: number | null): Promise<void> {
  if (minutes === null) return void (await db.delete(setting).where(eq(setting.key, KEY)));
  await db
    .insert(setting)
    .values({ key: KEY, value: minutes })
    .onConflictDoUpdate({ target: setting.key, set: { value: minutes } });
}

/** Where some workloads are by now. */
export async function placesOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .select({ id: workload.id, fqdn: workload.fqdn, nodeId: workload.nodeId, moves: workload.moves })
    .from(workload)
    .where(sql`${workload.id}::text in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
  return new Map(rows.map((row) => [row.id, row]));
}
