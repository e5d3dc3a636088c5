import { eq, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { backup } from '../../db/schema.ts';

/** A backup whose proof is due, and its site. `failedBefore`: its last proof failed. */
export type DueProof = {
  backupId: string;
  backupName: string;
  failedBefore: boolean;
  siteId: string;
  fqdn: string;
  partnerId: string;
  customerId: string | null;
};

const open = sql.raw(`status in ('queued', 'running', 'cancelling')`);

/** Whether a task waits for a worker, or a backup is being proven again. */
export async function isBusy(db: Database): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select exists (
      select 1 from task where ${open} and (
        (kind = 'backup.prove' and payload ? 'again')
        or ((lease_until is null or lease_until < now()) and (not_before is null or not_before <= now())))
    ) as busy`)) as unknown as Rows<{ busy: boolean }>;
  return rows[0]?.busy ?? true;
}

/**
 * The site whose newest backup was proven, or made, the longest ago; none when all proofs are newer than `provenBefore`.
 * One that failed, or that was started lately, is due after `triedBefore`. Locks the site; sites that something works on are
 * left out.
 */
export async function takeDueProof(
  tx: Database,
  { provenBefore, triedBefore, now }: Record<'provenBefore' | 'triedBefore' | 'now', Date>,
): Promise<DueProof | undefined> {
  const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;
  const { rows } = (await tx.execute(sql`
    select newest.id as "backupId", newest.name as "backupName", newest.failed as "failedBefore", s.id as "siteId", s.fqdn,
      s.partner_id as "partnerId", s.customer_id as "customerId"
    from site s cross join lateral (
      select b.id, b.name, b.proof_asked_at, coalesce(b.proof ->> 'ok' = 'false', false) as failed,
        coalesce((b.proof ->> 'checked_at')::timestamptz, b.created_at) as seen_at
      from backup b where b.site_id = s.id and b.status = 'succeeded' order by b.created_at desc, b.id limit 1
    ) newest
    where s.status = 'ready' and s.task_id is null and s.binned_at is null
      and newest.seen_at < case when newest.failed then ${at(triedBefore)} else ${at(provenBefore)} end
      and (newest.proof_asked_at is null or newest.proof_asked_at < ${at(triedBefore)})
      and not exists (select 1 from task where ${open} and resource = 'site' and resource_id = s.id::text)
    order by newest.seen_at limit 1
    for update of s skip locked`)) as unknown as Rows<DueProof>;
  const [due] = rows;
  if (due) await tx.update(backup).set({ proofAskedAt: now }).where(eq(backup.id, due.backupId));
  return due;
}
