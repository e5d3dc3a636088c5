import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';
import { appsWithin } from '../../db/section.ts';
import { within, type Scope } from '../../db/select-page.ts';

/** Plan and license of a site or an application of the scope. */
export async function workloadOf(db: Database, scope: Scope, fqdn: string) {
  const [row] = await db
    .select({ planType: workload.planType, licenseKey: workload.licenseKey })
    .from(workload)
    .where(and(within(workload, scope), eq(workload.fqdn, fqdn.toLowerCase())));
  return row;
}

/** An application of the scope, with its license. */
export async function appOf(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select({ licenseKey: workload.licenseKey })
    .from(workload)
    .where(and(appsWithin(workload, scope), eq(workload.id, id), isNull(workload.binnedAt)));
  return row;
}
