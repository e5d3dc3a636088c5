import { countDistinct, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app, site } from '../../db/schema.ts';
import type { SectionCustomers } from './section-facts.ts';

/** How many of a partner's customers have a site, and how many an application. */
export async function sectionCustomers(db: Database, partnerId: string): Promise<SectionCustomers> {
  const [sites, applications] = await Promise.all([
    db
      .select({ customers: countDistinct(site.customerId) })
      .from(site)
      .where(eq(site.partnerId, partnerId)),
    db
      .select({ customers: countDistinct(app.customerId) })
      .from(app)
      .where(eq(app.partnerId, partnerId)),
  ]);
  return { sites: sites[0]?.customers ?? 0, applications: applications[0]?.customers ?? 0 };
}
