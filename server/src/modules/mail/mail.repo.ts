import { and, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { mailOutbox, partner, user, workload } from '../../db/schema.ts';
import type { PartnerRow } from '../../context/call-context.ts';

export type MailRow = typeof mailOutbox.$inferSelect;

/** Emails that are due, the oldest first. Nobody else gets them until `again`; locked rows are somebody else's. */
export async function claimMails(
  db: Database,
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<MailRow[]> {
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.state, 'waiting'), lte(mailOutbox.dueAt, now)))
    .orderBy(mailOutbox.dueAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(mailOutbox)
    .set({ dueAt: again, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(inArray(mailOutbox.id, due))
    .returning();
}

/** What became of an email. */
export async function updateMail(
  db: Database,
  id: string,
  change: Partial<typeof mailOutbox.$inferInsert>,
): Promise<void> {
  await db.update(mailOutbox).set(change).where(eq(mailOutbox.id, id));
}

export async function insertMail(db: Database, row: typeof mailOutbox.$inferInsert): Promise<void> {
  await db.insert(mailOutbox).values(row);
}

/** The newest emails of a partner. */
export async function listMails(db: Database, partnerId: string, limit: number): Promise<MailRow[]> {
  return db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.partnerId, partnerId), ne(mailOutbox.state, 'waiting')))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(limit);
}

export async function findMail(db: Database, partnerId: string, id: string): Promise<MailRow | null> {
  const [row] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.partnerId, partnerId)))
    .limit(1);
  return row ?? null;
}

/** The partner in whose name an email is sent. */
export async function senderPartner(db: Database, id: string): Promise<PartnerRow | null> {
  const [row] = await db.select().from(partner).where(eq(partner.id, id)).limit(1);
  return row ?? null;
}

/** The site whose code sends an email, its partner, and whether its owners' accounts are open; null for an unknown site. */
export async function senderSite(
  db: Database,
  siteId: string,
): Promise<{ fqdn: string; isStage: boolean; isOpen: boolean; partnerId: string; partnerDomain: string } | null> {
  const columns = {
    fqdn: workload.fqdn,
    isStage: workload.isStage,
    isOpen: sql<boolean>`${and(openAccount(user), openAccount(partner))}`,
    partnerId: workload.partnerId,
    partnerDomain: partner.domain,
  };
  const [row] = await db
    .select(columns)
    .from(workload)
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .leftJoin(user, eq(user.id, workload.customerId))
    .where(eq(workload.id, siteId))
    .limit(1);
  return row ?? null;
}

/** Domains of the partners and their sites, and the one that the panel sends from. */
export async function protectedDomains(db: Database, mailFrom: string | undefined): Promise<string[]> {
  const rows = await db
    .select({ domain: partner.domain, sitesDomain: partner.sitesDomain, supportEmail: partner.supportEmail })
    .from(partner);
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return [
    ...new Set(
      rows
        .flatMap((row) => [row.domain, row.sitesDomain, domainOf(row.supportEmail)])
        .concat(mailFrom ? domainOf(mailFrom) : []),
    ),
  ];
}

/**
 * Removes caught emails of hosted sites except the newest `keep` of each partner; run by housekeeping. Their sender
 * ends with the site in brackets.
 */
export async function sweepSiteMails(db: Database, keep: number): Promise<void> {
  const place = sql`row_number() over (partition by ${mailOutbox.partnerId} order by ${mailOutbox.createdAt} desc, ${mailOutbox.id} desc)`;
  const ofSites = sql`select ${mailOutbox.id} as id, ${place} as place from ${mailOutbox} where ${mailOutbox.state} = 'caught' and ${mailOutbox.sender} like '% (%)'`;
  await db
    .delete(mailOutbox)
    .where(sql`${mailOutbox.id} in (select id from (${ofSites}) as caught where place > ${keep})`);
}

/** Removes emails from before `time`; run by housekeeping. */
export async function sweepMails(db: Database, time: Date): Promise<void> {
  await db.delete(mailOutbox).where(lte(mailOutbox.createdAt, time));
}
