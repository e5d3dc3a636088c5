import { and, count, eq, gt, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { certificate, task, workload } from '../db/schema.ts';

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

/**
 * Owners whose newest certificate is past four fifths of its life; ours are renewed at two thirds. Not what lies in the bin,
 * and not a site that the certificate of its domain covers.
 */
export async function certificatesNotRenewed(db: Database): Promise<number> {
  const wildcard = alias(certificate, 'wildcard');
  const isCovered = db
    .select()
    .from(wildcard)
    .where(
      and(
        eq(wildcard.resource, 'partner'),
        sql`${wildcard.hosts} && array[regexp_replace(${workload.fqdn}, '^[^.]+', '*')]::text[]`,
      ),
    );
  const late = await db
    .select({ id: certificate.resourceId })
    .from(certificate)
    .leftJoin(workload, eq(workload.id, certificate.resourceId))
    .where(and(isNull(workload.binnedAt), or(isNull(workload.id), notExists(isCovered))))
    .groupBy(certificate.resource, certificate.resourceId)
    .having(sql`max(${certificate.notBefore} + (${certificate.notAfter} - ${certificate.notBefore}) * 4 / 5) <= now()`);
  return late.length;
}
