import type { PartnerAttributes, PartnerVersion, VersionKind } from '@panel/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { partner, partnerVersion } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import type { PartnerState } from '../../db/schema/partner-version.table.ts';
import type { PartnerRow } from '../../context/call-context.ts';

export type VersionRow = typeof partnerVersion.$inferSelect;
type Which = { partnerId: string; kind: VersionKind };

const of = ({ partnerId, kind }: Which) => and(eq(partnerVersion.partnerId, partnerId), eq(partnerVersion.kind, kind));

/** The partner, locked for this transaction, so that concurrent saves run one after the other. */
export async function lockPartner(tx: Database, id: string): Promise<PartnerRow | null> {
  const [row] = await tx.select().from(partner).where(eq(partner.id, id)).for('no key update');
  return row ?? null;
}

/** The current partner, bypassing every cache. */
export async function findPartner(db: Database, id: string): Promise<PartnerRow | null> {
  const [row] = await db.select().from(partner).where(eq(partner.id, id));
  return row ?? null;
}

/** The newest version, or null before the first change. */
export async function newestVersion(db: Database, which: Which): Promise<VersionRow | null> {
  const [row] = await db.select().from(partnerVersion).where(of(which)).orderBy(desc(partnerVersion.version)).limit(1);
  return row ?? null;
}

export async function findVersion(db: Database, which: Which, version: number): Promise<VersionRow | null> {
  const [row] = await db
    .select()
    .from(partnerVersion)
    .where(and(of(which), eq(partnerVersion.version, version)));
  return row ?? null;
}

/** A page of the saved versions, the newest first. */
export const listVersions = (db: Database, which: Which, slice: { limit: number; offset: number }) =>
  selectPage(db, partnerVersion, { ...slice, where: of(which), orderBy: [desc(partnerVersion.version)] });

type NewVersion = Which & { version: number; state: PartnerState; changes: PartnerVersion['changes'] } & Partial<
    Pick<VersionRow, 'note' | 'restoredFrom' | 'userId' | 'userName' | 'createdAt'>
  >;

export async function insertVersion(tx: Database, row: NewVersion): Promise<VersionRow> {
  const [written] = await tx.insert(partnerVersion).values(row).returning();
  if (!written) throw new Error('No version was written.');
  return written;
}

type Applied = { attributes: PartnerAttributes } & Partial<
  Pick<PartnerRow, 'logo' | 'logoSmall' | 'favicon' | 'languages'>
>;

/** Makes a state the live one. */
export async function applyToPartner(tx: Database, id: string, change: Applied, now: Date): Promise<void> {
  await tx
    .update(partner)
    .set({ ...change, updatedAt: now })
    .where(eq(partner.id, id));
}
