import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { partner, partnerHost, setting, user } from '../db/schema.ts';

/**
 * Runs a part of the seed once per installation. Mark and data are written in one transaction, so that the next start
 * completes an interrupted one, and deleted data does not return.
 */
export async function once(db: Database, part: string, work: (tx: Database) => Promise<void>): Promise<void> {
  const key = `demo.${part}`;
  const [known] = await db.select().from(setting).where(eq(setting.key, key));
  if (known) return;
  await db.transaction(async (tx) => {
    const mine = await tx
      .insert(setting)
      .values({ key, value: sql`to_jsonb(now())` })
      .onConflictDoNothing()
      .returning();
    if (mine.length > 0) await work(tx);
  });
}

export async function insertPartner(
  tx: Database,
  values: typeof partner.$inferInsert,
  hosts: string[],
): Promise<string | undefined> {
  const [row] = await tx.insert(partner).values(values).onConflictDoNothing().returning({ id: partner.id });
  if (!row) return undefined;
  await tx
    .insert(partnerHost)
    .values(hosts.map((host) => ({ host, partnerId: row.id })))
    .onConflictDoNothing();
  return row.id;
}

/** Adds a host name for a partner's panel; a name that is already used is left unchanged. */
export async function addHost(db: Database, slug: string, host: string): Promise<void> {
  const [row] = await db.select({ id: partner.id }).from(partner).where(eq(partner.slug, slug));
  if (row) await db.insert(partnerHost).values({ host, partnerId: row.id }).onConflictDoNothing();
}

export async function insertUsers(tx: Database, values: (typeof user.$inferInsert)[]): Promise<void> {
  await tx.insert(user).values(values).onConflictDoNothing();
}

/** Partner and customer of a demo site, if both still exist. */
export async function findOwner(db: Database, slug: string, email: string) {
  const [row] = await db
    .select({ partnerId: partner.id, sitesDomain: partner.sitesDomain, customerId: user.id, email: user.email })
    .from(partner)
    .innerJoin(user, and(eq(user.partnerId, partner.id), eq(user.email, email)))
    .where(eq(partner.slug, slug));
  return row;
}
