import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { partner, workload } from '../../db/schema.ts';
import type { PreviewRow } from './preview.repo.ts';

/** The host of a preview: its label below the domain on which its partner's sites are. */
export async function previewHost(db: Database, { appId, label }: PreviewRow): Promise<string> {
  const [row] = await db
    .select({ domain: partner.sitesDomain })
    .from(workload)
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .where(eq(workload.id, appId));
  return `${label}.${row?.domain ?? ''}`;
}
