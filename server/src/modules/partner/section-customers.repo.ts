import { and, countDistinct, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';
import { isApp, isSite } from '../../db/section.ts';
import type { SectionCustomers } from './section-facts.ts';

/** How many of a partner's customers have a site, and how many an application. */
export async function sectionCustomers(db: Database, partnerId: string): Promise<SectionCustomers> {
  const [sites, applications] = await Promise.all([
    db
      .select({ customers: countDistinct(workload.customerId) })
      .from(workload)
      .where(and(eq(workload.partnerId, partnerId), isSite(workload))),
    db
      .select({ customers: countDistinct(workload.customerId) })
      .from(workload)
      .where(and(eq(workload.partnerId, partnerId), isApp(workload))),
  ]);
  return { sites: sites[0]?.customers ?? 0, applications: applications[0]?.customers ?? 0 };
}
