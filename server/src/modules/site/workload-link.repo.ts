import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';
import { isApp } from '../../db/section.ts';

/** Pages that sites and applications both have, by their place in each section. */
const PAGES = {
  overview: { site: '/manage-site/overview', app: '/manage-app/overview' },
  domain: { site: '/manage-site/domain-transfer', app: '/manage-app/manage-site' },
  ssl: { site: '/manage-site/ssl', app: '/manage-app/ssl' },
} as const;
export type WorkloadPage = keyof typeof PAGES;

/** The page of a workload in its section, for notifications about it. One that is gone has that of sites. */
export async function workloadLink(db: Database, id: string, page: WorkloadPage): Promise<string> {
  const [row] = await db
    .select({ isApp: isApp(workload).mapWith(Boolean) })
    .from(workload)
    .where(eq(workload.id, id));
  return `${PAGES[page][row?.isApp ? 'app' : 'site']}/${id}`;
}

/** The addresses of a page of a workload, of whatever section it was. */
export const workloadLinks = (id: string, page: WorkloadPage): string[] =>
  Object.values(PAGES[page]).map((path) => `${path}/${id}`);
