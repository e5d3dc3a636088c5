import type { CustomerState } from '@panel/contract';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, like, max, or, sql, type SQL } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database, Rows } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { auditLog, backup, customerRecord, license, token, user, workload } from '../../db/schema.ts';
import { isSite } from '../../db/section.ts';
import { ofPartner, selectPage, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice } from '../../kernel/paged.ts';
import { signingInAt } from '../user/user.repo.ts';

/** The customers of the scope's partner. Staff are none, and neither is a superadmin. */
const customersOf = (scope: Scope): SQL | undefined => and(ofPartner(user, scope), eq(user.role, 'customer'));

const neverEntered = and(isNull(user.passwordHash), isNull(user.lastSignInAt));
const STATE: Record<CustomerState, SQL | undefined> = {
  active: and(openAccount(user), or(isNotNull(user.passwordHash), isNotNull(user.lastSignInAt))),
  invited: and(openAccount(user), neverEntered),
  suspended: and(isNotNull(user.suspendedAt), isNull(user.deletesAt)),
  deleting: isNotNull(user.deletesAt),
};

const fullName = sql<string>`trim(${user.firstname} || ' ' || ${user.lastname})`;
const ORDER = {
  created_at: user.createdAt,
  email: user.email,
  name: sql`lower(${fullName})`,
  last_sign_in_at: sql`coalesce(${user.lastSignInAt}, '-infinity')`,
} as const;

export type CustomerFilter = {
  keyword?: string | undefined;
  state?: readonly CustomerState[] | undefined;
  tag?: string | undefined;
};

/** The customers of a scope that a filter finds; of these `ids` only, if there are some. */
export function customersThat(
  db: Database,
  scope: Scope,
  { keyword, state, tag, ids }: CustomerFilter & { ids?: readonly string[] | undefined },
): SQL | undefined {
  const tagged = db
    .select({ id: customerRecord.userId })
    .from(customerRecord)
    .where(and(ofPartner(customerRecord, scope), sql`${customerRecord.tags} @> ${JSON.stringify([tag])}::jsonb`));
  return and(
    customersOf(scope),
    ids && inArray(user.id, [...ids]),
    keyword ? hasWords(user.searchText, keyword) : undefined,
    state?.length ? or(...state.map((name) => STATE[name])) : undefined,
    tag ? inArray(user.id, tagged) : undefined,
  );
}

/** A query of `id` and `name` of the same, for a change of many. */
export const chosenCustomers = (...which: Parameters<typeof customersThat>): SQL =>
  sql`select ${user.id} as id, ${user.email} as name from ${user} where ${customersThat(...which)}`;

/** A page of customers. */
export function listCustomers(
  db: Database,
  scope: Scope,
  filter: CustomerFilter,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof ORDER>,
) {
  return selectPage(db, user, {
    ...slice,
    where: customersThat(db, scope, filter),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(ORDER[orderBy]), asc(user.id)],
  });
}

/** A customer of the scope's partner; with `lock`, locked until the transaction ends. */
export async function findCustomer(
  db: Database,
  scope: Scope,
  id: string,
  { lock = false } = {},
): Promise<UserRow | undefined> {
  const rows = db
    .select()
    .from(user)
    .where(and(customersOf(scope), eq(user.id, id)));
  return (await (lock ? rows.for('update') : rows))[0];
}

/** Those of the emails that somebody has who signs in on the partner's host. */
export async function takenEmails(db: Database, partnerId: string, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: user.email })
    .from(user)
    .where(and(signingInAt(partnerId), inArray(user.email, [...emails])));
  return new Set(rows.map(({ email }) => email));
}

export async function changeCustomer(
  tx: Database,
  id: string,
  change: Partial<Pick<UserRow, 'firstname' | 'lastname' | 'email' | 'phoneNumber' | 'suspendedAt' | 'deletesAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(user)
    .set({ ...change, updatedAt: now })
    .where(eq(user.id, id));
}

/** What staff keep about a customer. */
export async function recordOf(db: Database, userId: string): Promise<{ notes: string; tags: string[] }> {
  const [row] = await db
    .select({ notes: customerRecord.notes, tags: customerRecord.tags })
    .from(customerRecord)
    .where(eq(customerRecord.userId, userId));
  return row ?? { notes: '', tags: [] };
}

export async function saveRecord(
  tx: Database,
  owner: { userId: string; partnerId: string },
  record: { notes: string; tags: string[] },
): Promise<void> {
  await tx
    .insert(customerRecord)
    .values({ ...owner, ...record })
    .onConflictDoUpdate({ target: customerRecord.userId, set: record });
}

const TAGS_SHOWN = 200;

/** All tags that the partner's customers have, by name. */
export async function allTags(db: Database, scope: Scope): Promise<string[]> {
  const tag = sql<string>`jsonb_array_elements_text(${customerRecord.tags})`;
  const rows = await db
    .selectDistinct({ tag: tag.as('tag') })
    .from(customerRecord)
    .where(ofPartner(customerRecord, scope))
    .orderBy(sql`1`)
    .limit(TAGS_SHOWN);
  return rows.map((row) => row.tag);
}

export type CustomerFacts = { sites: number; apps: number; tags: string[]; invitationUntil: Date | null };

/** What the list shows of each customer besides their account. Staging environments count as sites. */
export async function factsOf(db: Database, ids: readonly string[], now: Date): Promise<Map<string, CustomerFacts>> {
  const facts = new Map<string, CustomerFacts>(
    ids.map((id) => [id, { sites: 0, apps: 0, tags: [], invitationUntil: null }]),
  );
  if (ids.length === 0) return facts;
  const isIts = (column: Parameters<typeof inArray>[0]) => inArray(column, [...ids]);
  const counts = await db
    .select({ id: workload.customerId, isSite: sql<boolean>`${isSite(workload)}`.as('is_site'), total: count() })
    .from(workload)
    .where(and(isIts(workload.customerId), isNull(workload.binnedAt)))
    .groupBy(workload.customerId, sql`2`);
  for (const row of counts) {
    const fact = facts.get(row.id ?? '');
    if (fact) fact[row.isSite ? 'sites' : 'apps'] = row.total;
  }
  const tags = await db.select().from(customerRecord).where(isIts(customerRecord.userId));
  for (const row of tags) facts.set(row.userId, { ...(facts.get(row.userId) as CustomerFacts), tags: row.tags });
  const links = await db
    .select({ id: token.userId, until: max(token.expiresAt) })
    .from(token)
    .where(and(isIts(token.userId), eq(token.kind, 'set_password'), isNull(token.usedAt)))
    .groupBy(token.userId);
  for (const { id, until } of links) {
    const fact = facts.get(id);
    if (fact && until && until > now) fact.invitationUntil = until;
  }
  return facts;
}

/** What a deletion would remove besides sites and applications. */
export async function belongingsOf(
  db: Database,
  id: string,
): Promise<{ licenses: number; backups: number; binned: number }> {
  const result = await db.execute(sql`
    select (select count(*)::int from ${license} where ${eq(license.customerId, id)}) as licenses,
      (select count(*)::int from ${backup} inner join ${workload} on ${eq(workload.id, backup.workloadId)} where ${eq(workload.customerId, id)}) as backups,
      (select count(*)::int from ${workload} where ${and(eq(workload.customerId, id), isNotNull(workload.binnedAt))}) as binned`);
  const [row] = (result as unknown as Rows<{ licenses: number; backups: number; binned: number }>).rows;
  return row ?? { licenses: 0, backups: 0, binned: 0 };
}

const SIGN_INS_SHOWN = 20;

/** The last attempts of a customer to sign in, the newest first. */
export const signInsOf = (db: Database, partnerId: string, id: string) =>
  db
    .select({ at: auditLog.at, ip: auditLog.ip, action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.partnerId, partnerId), eq(auditLog.userId, id), like(auditLog.action, 'login%')))
    .orderBy(desc(auditLog.at))
    .limit(SIGN_INS_SHOWN);
