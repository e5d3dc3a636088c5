import { and, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appProject, usageDay, workload } from '../../db/schema.ts';
import { appsWithin } from '../../db/section.ts';
import { within, type Scope } from '../../db/select-page.ts';
import { USAGE_DAYS } from '../site/site-list.repo.ts';

/** How many applications and projects a scope has, and their traffic of the last 30 days; null without any. */
export async function appTotals(db: Database, scope: Scope) {
  const since = sql.raw(`(now() at time zone 'utc')::date - ${USAGE_DAYS}`);
  const [appCount, projectCount, [usage]] = await Promise.all([
    db.$count(workload, appsWithin(workload, scope)),
    db.$count(appProject, within(appProject, scope)),
    db
      .select({
        totalPageViews: sql<number | null>`sum(${usageDay.pageViews})::float8`,
        totalCDNUsage: sql<number | null>`sum(${usageDay.bytes})::float8`,
      })
      .from(usageDay)
      .innerJoin(workload, sql`${workload.id} = ${usageDay.workloadId}`)
      .where(and(appsWithin(workload, scope), sql`${usageDay.day} > ${since}`)),
  ]);
  return {
    appCount,
    projectCount,
    totalPageViews: usage?.totalPageViews ?? null,
    totalCDNUsage: usage?.totalCDNUsage ?? null,
  };
}
