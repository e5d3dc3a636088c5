import { sql, type SQL } from 'drizzle-orm';
import type { Database, Rows } from '../db/database.ts';

/** Rows past their retention. */
export type OldRows = {
  count(db: Database): Promise<number>;
  /** Removes at most this many rows; returns how many it removed. */
  remove(db: Database, limit: number): Promise<number>;
};

const numberOf = async (db: Database, query: SQL): Promise<number> =>
  ((await db.execute(query)) as unknown as Rows<{ count: number }>).rows[0]?.count ?? 0;

function oldRows(table: SQL, isOld: SQL): OldRows {
  return {
    count: (db) => numberOf(db, sql`select count(*)::int as count from ${table} t where ${isOld}`),
    remove: (db, limit) =>
      numberOf(
        db,
        sql`with gone as (delete from ${table} where id in (select t.id from ${table} t where ${isOld} limit ${limit}) returning 1)
          select count(*)::int as count from gone`,
      ),
  };
}

/**
 * Tasks that ended long ago, with their logs: customers' before `before`, the installation's own before `ownBefore`.
 * A resource's last failure stays, because its page shows it.
 */
export const oldTasks = (before: Date, ownBefore: Date): OldRows =>
  oldRows(
    sql`task`,
    sql`t.ended_at < case when t.partner_id is null then ${ownBefore.toISOString()}::timestamptz else ${before.toISOString()}::timestamptz end
      and (t.status <> 'failed' or t.partner_id is null or exists (
        select 1 from task newer where newer.resource = t.resource and newer.resource_id = t.resource_id and newer.created_at > t.created_at))`,
  );
