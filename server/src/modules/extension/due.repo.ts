import type { ExtensionKind } from '@panel/contract';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { extension, workload, siteExtension, siteExtensionCheck } from '../../db/schema.ts';
import { compareVersions } from '@panel/contract/compare-versions';

/** When the plugins and themes of a site were last read; null before the first time. */
export async function checkedAt(db: Database, siteId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: siteExtensionCheck.checkedAt })
    .from(siteExtensionCheck)
    .where(eq(siteExtensionCheck.siteId, siteId));
  return row?.at ?? null;
}

/** How many plugins and themes of a site have a newer version in the library of its customer. */
export async function countUpdates(db: Database, siteId: string): Promise<Record<ExtensionKind, number>> {
  const rows = await db
    .select({
      kind: siteExtension.kind,
      slug: siteExtension.slug,
      version: siteExtension.version,
      offered: extension.version,
    })
    .from(siteExtension)
    .innerJoin(workload, eq(workload.id, siteExtension.siteId))
    .innerJoin(
      extension,
      and(
        eq(extension.customerId, workload.customerId),
        eq(extension.kind, siteExtension.kind),
        eq(extension.slug, siteExtension.slug),
      ),
    )
    .where(eq(siteExtension.siteId, siteId));
  const newer = rows.filter(({ version, offered }) => compareVersions(version, offered) < 0);
  const count = (kind: ExtensionKind) => new Set(newer.filter((row) => row.kind === kind).map(({ slug }) => slug)).size;
  return { plugin: count('plugin'), theme: count('theme') };
}
