import type { CustomerSite } from '@panel/contract';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { user, workload, workloadHost } from '../../db/schema.ts';
import { isSite } from '../../db/section.ts';
import { within, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';

/** A staging environment belongs to the customer of its live site, and is not assigned by itself. */
const assignable = (scope: Scope): SQL | undefined => and(within(workload, scope), eq(workload.isStage, false));

const rowsOf = (db: Database, where: SQL | undefined, limit: number) =>
  db
    .select({
      id: workload.id,
      fqdn: workload.fqdn,
      isSite: sql<boolean>`${isSite(workload)}`,
      status: workload.status,
      planType: workload.planType,
      customerId: workload.customerId,
      email: user.email,
      createdAt: workload.createdAt,
    })
    .from(workload)
    .leftJoin(user, eq(user.id, workload.customerId))
    .where(where)
    .orderBy(asc(workload.fqdn))
    .limit(limit);

type SiteOfCustomer = Awaited<ReturnType<typeof rowsOf>>[number];

const FOUND_MOST = 50;

/** Sites and applications of the partner, by words of their names and addresses. */
export const findAssignable = (db: Database, scope: Scope, keyword: string) =>
  rowsOf(db, and(assignable(scope), keyword ? hasWords(workload.searchText, keyword) : undefined), FOUND_MOST);

/** Those of a customer. */
export const sitesOfCustomer = (db: Database, scope: Scope, customerId: string, limit: number) =>
  rowsOf(db, and(assignable(scope), eq(workload.customerId, customerId)), limit);

export const publicCustomerSite = (row: SiteOfCustomer): CustomerSite => ({
  site_id: row.id,
  fqdn: row.fqdn,
  kind: row.isSite ? 'site' : 'app',
  status: row.status,
  plan_type: row.planType,
  customer_id: row.customerId,
  customer_email: row.email,
  created_at: row.createdAt.toISOString(),
});

/** Every address that leads to something of a customer. */
export async function addressesOf(db: Database, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ fqdn: workloadHost.fqdn })
    .from(workloadHost)
    .innerJoin(workload, eq(workload.id, workloadHost.workloadId))
    .where(eq(workload.customerId, customerId));
  return rows.map(({ fqdn }) => fqdn);
}
