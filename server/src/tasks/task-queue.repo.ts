import { PLAN_LIMITS } from '@panel/contract';
import { sql } from 'drizzle-orm';
import type { Database, Rows } from '../db/database.ts';
import type { TaskRow } from './task-kind.ts';
import { claimTask } from './task.repo.ts';

/** A random number for our advisory lock, so that it does not collide with other users of the database. */
const QUEUE_LOCK = 7_461_005;
const CHANNEL = 'panel_task';

const tasksOfPlan = JSON.stringify(
  Object.fromEntries(Object.entries(PLAN_LIMITS).map(([plan, { account }]) => [plan, account.concurrentTasks])),
);
const SMALLEST = Math.min(...Object.values(PLAN_LIMITS).map(({ account }) => account.concurrentTasks));
/** For tasks without a customer. */
const OF_PARTNER = Math.max(...Object.values(PLAN_LIMITS).map(({ account }) => account.concurrentTasks));

/** Which tasks can be claimed: all, or only those of customers or partners without a running task. */
export type Eligible = 'all' | 'idle customers' | 'idle partners';

/**
 * Who can have one of a worker's `free` slots. One slot in four is reserved for partners without a running task and
 * another one for such customers, so that a first task does not wait for others' work.
 */
export function eligibleFor(free: number, places: number): Eligible {
  const forPartners = places >= 4 ? 1 : 0;
  const forCustomers = places >= 3 ? 1 : 0;
  if (free <= forPartners) return 'idle partners';
  return free <= forPartners + forCustomers ? 'idle customers' : 'all';
}

const open = sql.raw(`status in ('queued', 'running', 'cancelling')`);

/**
 * The next task, or none. Partners with the fewest running tasks come first, then customers; among equals, the one
 * served longest ago. One customer's tasks run in order of age, never more than the plan allows at a time. Reads one
 * row for each waiting customer, however many tasks there are. Tasks of the installation itself rank like a partner
 * of their own. A task that waits for a retry is skipped. A task with more than three unplanned claims runs only when
 * no other can: it may be what kills the workers. Kinds that a worker does not know, and files that another machine has,
 * are left to workers that do.
 */
export const nextTask = (who: Eligible, kinds: readonly string[], machine: string) => sql`
  with recursive owner as (
    (select owner_id, coalesce(partner_id, owner_id) as partner_id from task where ${open} order by owner_id limit 1)
    union all
    select next.owner_id, next.partner_id from owner cross join lateral
      (select t.owner_id, coalesce(t.partner_id, t.owner_id) as partner_id from task t where ${open} and t.owner_id > owner.owner_id order by t.owner_id limit 1) next
  ),
  running as (
    select owner_id, coalesce(partner_id, owner_id) as partner_id, count(*)::int as tasks
    from task where ${open} and lease_until >= now() group by 1, 2
  ),
  candidate as (
    select head.*, owner.owner_id, owner.partner_id, "user".id is null as of_partner, "user".plan_type,
      coalesce((select tasks from running r where r.owner_id = owner.owner_id), 0) as owner_tasks,
      coalesce((select sum(tasks)::int from running r where r.partner_id = owner.partner_id), 0) as partner_tasks
    from owner
    cross join lateral (
      select id, attempt - retries > 3 as suspect, created_at from task t
      where ${open} and t.owner_id = owner.owner_id and t.kind in ${kinds}
        and (t.node_id is null or t.node_id = ${machine}::uuid)
        and (lease_until is null or lease_until < now()) and (not_before is null or not_before <= now())
      order by (attempt - retries > 3), created_at, id limit 1
    ) head
    left join "user" on "user".id = owner.owner_id
  )
  select c.id, c.owner_id as "ownerId", c.partner_id as "partnerId" from candidate c
  left join task_turn of_partner on of_partner.owner_id = c.partner_id
  left join task_turn of_owner on of_owner.owner_id = c.owner_id
  where c.owner_tasks < case when c.of_partner then ${OF_PARTNER}::int else coalesce((${tasksOfPlan}::jsonb ->> c.plan_type)::int, ${SMALLEST}::int) end
    and (${who === 'all'} or c.owner_tasks = 0) and (${who !== 'idle partners'} or c.partner_tasks = 0)
  order by c.suspect, c.partner_tasks, c.owner_tasks, of_partner.taken_at nulls first, of_owner.taken_at nulls first, c.created_at, c.id
  limit 1`;

export type TakeOptions = {
  worker: string;
  leaseMs: number;
  who: Eligible;
  kinds: readonly string[];
  machine: string;
};

/** Claims the next task, if one can run now. Workers take turns, so that two at once can't exceed a limit. */
export async function takeNextTask(
  db: Database,
  { worker, leaseMs, who, kinds, machine }: TakeOptions,
): Promise<TaskRow | undefined> {
  return db.transaction(async (tx) => {
    // A worker that freezes here must not block the others.
    await tx.execute(
      sql`select set_config('idle_in_transaction_session_timeout', '5s', true), pg_advisory_xact_lock(${QUEUE_LOCK})`,
    );
    const [next] = (
      (await tx.execute(nextTask(who, kinds, machine))) as unknown as Rows<{
        id: string;
        ownerId: string;
        partnerId: string;
      }>
    ).rows;
    const taken = next && (await claimTask(tx, next.id, worker, leaseMs));
    if (!taken) return undefined;
    await tx.execute(sql`
      insert into task_turn (owner_id, taken_at)
      select owner, clock_timestamp() from (select distinct unnest(array[${next.ownerId}, ${next.partnerId}]::uuid[]) as owner) owners
      on conflict (owner_id) do update set taken_at = excluded.taken_at`);
    return taken;
  });
}

/** Wakes all workers once the transaction is committed; with a task id, its worker cancels the task. */
export async function wakeWorkers(tx: Database, cancelled = ''): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${cancelled})`);
}

type Listening = { listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>> };

/** Subscribes to `wakeWorkers` of any process; returns the unsubscribe function. */
export const onWake = (database: Listening, wake: (cancelled: string) => void) => database.listen(CHANNEL, wake);

/** Removes turns that are too old to matter. */
export async function sweepTurns(db: Database): Promise<void> {
  await db.execute(sql`delete from task_turn where taken_at < now() - interval '1 day'`);
}
