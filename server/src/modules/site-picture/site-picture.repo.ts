import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { onMachine } from '../../db/on-machine.ts';
import { workload } from '../../db/schema.ts';

export type DueSite = { id: string; fqdn: string };

/** How often a failed picture is tried again, and the minutes until then, times the number of failures. */
const RETRIES = 3;
const RETRY_MINUTES = 5;

/**
 * Takes the ready site of a machine whose picture is due: it has none, it is a day old, the content of the site was changed since, or
 * the last attempt failed. One process takes it, and not again before it is due again. A protected site gets no picture.
 */
export async function takeSiteToPicture(db: Database, machine: string): Promise<DueSite | undefined> {
  const anew = sql`(picture_tried_at is null or picture_tried_at < content_at or picture_tried_at < now() - interval '1 day')`;
  const again = sql`(picture_failures between 1 and ${RETRIES} and picture_tried_at < now() - picture_failures * make_interval(mins => ${RETRY_MINUTES}))`;
  const result = await db.execute(sql`
    update workload set picture_failures = case when ${anew} then 0 else picture_failures end, picture_tried_at = now()
    where id = (
      select id from workload where status = 'ready' and task_id is null and binned_at is null and protection_hash is null and ${onMachine(machine)}
        and (${anew} or ${again})
      order by picture_tried_at nulls first limit 1 for update skip locked)
    returning id, fqdn`);
  return (result as unknown as Rows<DueSite>).rows[0];
}

/** Records that the storage has a new picture of the site; false when the site is deleted meanwhile. */
export async function recordPicture(db: Database, id: string): Promise<boolean> {
  const recorded = await db
    .update(workload)
    .set({ pictureAt: sql`now()`, pictureFailures: 0 })
    .where(and(eq(workload.id, id), ne(workload.status, 'moving')))
    .returning({ id: workload.id });
  return recorded.length > 0;
}

/** Records that no picture could be taken of the site. */
export async function recordFailedPicture(db: Database, id: string): Promise<void> {
  await db
    .update(workload)
    .set({ pictureFailures: sql`${workload.pictureFailures} + 1` })
    .where(eq(workload.id, id));
}
