import { eq, inArray, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { backup, partner, user, workload } from '../../db/schema.ts';
import { hasApps, isSite } from '../../db/section.ts';

/** A backup whose proof is due, and its site. `failedBefore`: its last proof failed. */
export type DueProof = {
  backupId: string;
  backupName: string;
  failedBefore: boolean;
  siteId: string;
  fqdn: string;
};

const open = sql.raw(`status in ('queued', 'running', 'cancelling')`);

/** Sites that one call looks at. */
const LOOKED_AT = 100;

/** Whether a task waits for a worker, or a backup is being proven again. */
export async function isBusy(db: Database): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select exists (
      select 1 from task where ${open} and (
        kind = 'backup.proveAgain'
        or ((lease_until is null or lease_until < now()) and (not_before is null or not_before <= now())))
    ) as busy`)) as unknown as Rows<{ busy: boolean }>;
  return rows[0]?.busy ?? true;
}

type Looked = DueProof & { dueAt: string | null; isFree: boolean };
export type ProofTimes = {
  now: Date;
  /** How long a proof holds, and how long after one that failed the next is due. */
  days: number;
  daysAfterFailure: number;
};

/** When a site is looked at again at the latest, and when one that something works on. */
const LOOK_HOURS = 24;
const BUSY_MINUTES = 10;
/** When a proof without a result is repeated. */
export const MISSED_MINUTES = 60;

/**
 * A site whose newest backup was proven, or made, long enough ago. Looks at a part of the sites whose turn it is, and locks
 * them; the others have turns of their own, at the latest a day later.
 */
export async function takeDueProof(
  tx: Database,
  { now, days, daysAfterFailure }: ProofTimes,
): Promise<DueProof | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = (await tx.execute(sql`
    with turn as (
      select id, fqdn, task_id, ${isSite(workload)} or exists (
          select 1 from partner left join "user" on "user".id = workload.customer_id
          where partner.id = workload.partner_id and ${hasApps(partner)} and ${openAccount(partner)} and ${openAccount(user)}
            and "user".is_abuse_system is not true
        ) as is_open
      from workload
      where status = 'ready' and proof_look_at <= ${at} and binned_at is null
      order by proof_look_at limit ${LOOKED_AT} for update skip locked
    )
    select newest.id as "backupId", newest.name as "backupName", newest.failed as "failedBefore", turn.id as "siteId", turn.fqdn,
      turn.task_id is null and not exists (select 1 from task where ${open} and resource = 'site' and resource_id = turn.id::text) as "isFree",
      greatest(
        newest.proof_asked_at + case when newest.missed then make_interval(mins => ${MISSED_MINUTES}::int) else make_interval(days => ${daysAfterFailure}::int) end,
        case when newest.missed then newest.missed_at + make_interval(mins => ${MISSED_MINUTES}::int)
          else newest.seen_at + make_interval(days => case when newest.failed then ${daysAfterFailure}::int else ${days}::int end) end
      ) as "dueAt"
    from turn left join lateral (
      select b.id, b.name, b.proof_asked_at, coalesce(b.proof ->> 'ok' = 'false', false) as failed,
        b.proof_missed is not null as missed, (b.proof_missed ->> 'at')::timestamptz as missed_at,
        coalesce((b.proof ->> 'checked_at')::timestamptz, b.created_at) as seen_at
      from backup b where b.workload_id = turn.id and b.status = 'succeeded' and turn.is_open
        and (b.content -> 'database' is not null or not exists (select 1 from app_database d where d.app_id = turn.id))
      order by b.created_at desc, b.id limit 1
    ) newest on true`)) as unknown as Rows<Looked>;
  const dueOf = ({ dueAt }: Looked): number => (dueAt === null ? Infinity : new Date(dueAt).getTime());
  const due = rows.filter((row) => row.isFree && dueOf(row) <= now.getTime()).toSorted((a, b) => dueOf(a) - dueOf(b));
  const [first] = due;
  // The others that are due keep their turn.
  const later = rows.filter((row) => !due.includes(row));
  const soonest = (row: Looked): number =>
    row.isFree ? Math.min(dueOf(row), now.getTime() + LOOK_HOURS * 3_600_000) : now.getTime() + BUSY_MINUTES * 60_000;
  for (const [time, siteIds] of Map.groupBy(later, soonest))
    await lookAt(
      tx,
      siteIds.map(({ siteId }) => siteId),
      new Date(time),
    );
  if (!first) return undefined;
  await tx.update(backup).set({ proofAskedAt: now }).where(eq(backup.id, first.backupId));
  await lookAt(tx, [first.siteId], new Date(now.getTime() + MISSED_MINUTES * 60_000));
  return first;
}

/** When the panel next looks at the proofs of some sites. */
export async function lookAt(tx: Database, siteIds: string[], time: Date): Promise<void> {
  await tx.update(workload).set({ proofLookAt: time }).where(inArray(workload.id, siteIds));
}
