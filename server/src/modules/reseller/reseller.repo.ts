import type { ResellerState } from '@panel/contract';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { partner, partnerHost, session, user, workload } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import type { Slice } from '../../kernel/paged.ts';

const STATE: Record<ResellerState, SQL | undefined> = {
  active: openAccount(partner),
  suspended: and(isNotNull(partner.suspendedAt), isNull(partner.deletesAt)),
  deleting: isNotNull(partner.deletesAt),
};
const ORDER = { created_at: partner.createdAt, name: sql`lower(${partner.name})`, host: partner.domain } as const;

type Filter = { keyword?: string | undefined; state?: readonly ResellerState[] | undefined };

/** A page of all partners of the installation. */
export function listResellers(
  db: Database,
  { keyword, state }: Filter,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof ORDER>,
) {
  const named = keyword ? namesHaveWords([partner.name, partner.domain, partner.sitesDomain], keyword) : undefined;
  return selectPage(db, partner, {
    ...slice,
    where: and(named, state?.length ? or(...state.map((name) => STATE[name])) : undefined),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(ORDER[orderBy]), asc(partner.id)],
  });
}

/** Partners by their ids, locked in one order until the transaction ends. Rows that refer to them are still written. */
export const lockResellers = (tx: Database, ids: readonly string[]): Promise<PartnerRow[]> =>
  tx
    .select()
    .from(partner)
    .where(inArray(partner.id, [...ids]))
    .orderBy(asc(partner.id))
    .for('no key update');

export async function findReseller(db: Database, id: string): Promise<PartnerRow | undefined> {
  const [row] = await db.select().from(partner).where(eq(partner.id, id));
  return row;
}

/** A partner with its host. The caller has checked both names (`reseller-names.ts`). */
export async function insertReseller(tx: Database, values: typeof partner.$inferInsert): Promise<PartnerRow> {
  const [row] = await tx.insert(partner).values(values).returning();
  if (!row) throw new Error('The partner was not written.');
  await tx.insert(partnerHost).values({ host: row.domain, partnerId: row.id });
  return row;
}

export async function insertAdmin(
  tx: Database,
  values: Pick<UserRow, 'email' | 'firstname' | 'lastname'> & { partnerId: string },
): Promise<UserRow> {
  const [row] = await tx
    .insert(user)
    .values({ ...values, role: 'admin', staffRole: 'owner' })
    .returning();
  if (!row) throw new Error('The administrator was not written.');
  return row;
}

export async function changeReseller(
  tx: Database,
  id: string,
  change: Partial<typeof partner.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(partner)
    .set({ ...change, updatedAt: now })
    .where(eq(partner.id, id));
}

/** The panel answers at the new host, which may be one of its further hosts, and at the old one no more. */
export async function moveHost(tx: Database, partnerId: string, from: string, to: string): Promise<void> {
  await tx.delete(partnerHost).where(and(eq(partnerHost.partnerId, partnerId), eq(partnerHost.host, from)));
  await tx.insert(partnerHost).values({ host: to, partnerId }).onConflictDoNothing();
}

/** Signs everybody out of a partner's panel. */
export async function deleteSessionsAt(tx: Database, partnerId: string): Promise<void> {
  await tx.delete(session).where(eq(session.partnerId, partnerId));
}

/** The newest administrator of each partner who has no password and has never been here. */
const invitedAdmins = (db: Database, ids: readonly string[]) =>
  db
    .selectDistinctOn([user.partnerId])
    .from(user)
    .where(
      and(
        inArray(user.partnerId, [...ids]),
        eq(user.role, 'admin'),
        // None: written by an earlier version of the panel.
        eq(sql`coalesce(${user.staffRole}, 'owner')`, 'owner'),
        isNull(user.passwordHash),
        isNull(user.lastSignInAt),
      ),
    )
    .orderBy(user.partnerId, desc(user.createdAt));

export const invitedAdmin = async (db: Database, id: string): Promise<UserRow | undefined> =>
  (await invitedAdmins(db, [id]))[0];

export type ResellerFacts = { customers: number; sites: number; diskBytes: number; invited: string | null };

/** What each partner uses, in three queries for all of them. */
export async function factsOf(db: Database, ids: readonly string[]): Promise<Map<string, ResellerFacts>> {
  const facts = new Map<string, ResellerFacts>(
    ids.map((id) => [id, { customers: 0, sites: 0, diskBytes: 0, invited: null }]),
  );
  if (ids.length === 0) return facts;
  const customers = await db
    .select({ id: user.partnerId, total: count() })
    .from(user)
    .where(and(inArray(user.partnerId, [...ids]), eq(user.role, 'customer')))
    .groupBy(user.partnerId);
  const isCounted = and(isNull(workload.binnedAt), eq(workload.isStage, false));
  const sites = await db
    .select({
      id: workload.partnerId,
      total: sql<number>`(count(*) filter (where ${isCounted}))::int`,
      bytes: sql`coalesce(sum(${workload.fileSize}), 0)`.mapWith(Number),
    })
    .from(workload)
    .where(inArray(workload.partnerId, [...ids]))
    .groupBy(workload.partnerId);
  const put = (id: string | null, known: Partial<ResellerFacts>) => Object.assign(facts.get(id ?? '') ?? {}, known);
  for (const { id, total } of customers) put(id, { customers: total });
  for (const { id, total, bytes } of sites) put(id, { sites: total, diskBytes: bytes });
  for (const { partnerId, email } of await invitedAdmins(db, ids)) put(partnerId, { invited: email });
  return facts;
}
