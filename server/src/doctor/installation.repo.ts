import { and, count, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { certificate, task } from '../db/schema.ts';

const minutes = (many: number): SQL => sql`now() + make_interval(mins => ${many})`;

async function counted(db: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(table).where(where);
  return row?.rows ?? 0;
}

/** The major version of the server. */
export async function serverVersion(db: Database): Promise<number> {
  const [row] = await db
    .select({ version: sql<string>`current_setting('server_version_num')` })
    .from(sql`(select 1) as one`);
  return Math.floor(Number(row?.version) / 10_000);
}

/** How many migrations have run; null for a database that is empty. */
export async function migrationsDone(db: Database): Promise<number | null> {
  const [found] = await db
    .select({ is: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select 1) as one`);
  if (!found?.is) return null;
  const [row] = await db.select({ rows: count() }).from(sql`drizzle.__drizzle_migrations`);
  return row?.rows ?? 0;
}

/** Tasks that could have started that many minutes ago, and have not. */
export const tasksWaiting = (db: Database, since: number): Promise<number> =>
  counted(
    db,
    task,
    and(
      eq(task.status, 'queued'),
      lt(task.createdAt, minutes(-since)),
      or(isNull(task.notBefore), lt(task.notBefore, minutes(-since))),
    ),
  );

export const tasksFailed = (db: Database, since: number): Promise<number> =>
  counted(db, task, and(eq(task.status, 'failed'), gt(task.endedAt, minutes(-since))));

/** Certificates that have ended, or end within that many minutes. */
export const certificatesEnding = (db: Database, within: number): Promise<number> =>
  counted(db, certificate, lt(certificate.notAfter, minutes(within)));
