import {
  LICENSE_PRODUCTS,
  PAYMENT_GRACE_DAYS,
  productsFor,
  type LicensePayment,
  type LicenseProduct,
  type LicenseProject,
} from '@panel/contract';
import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { coupon, license, planOffer, planPrice, purchase, workload, user } from '../../db/schema.ts';
import { holding, isLimited, ofPartner, ownedBy, selectPage, within, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import { emailsOf } from '../user/user.repo.ts';

export type LicenseRow = typeof license.$inferSelect;
type UsingSite = { key: string | null; id: string; fqdn: string };
/** A licence with its owner's email and the sites that use it. */
export type ListedLicense = LicenseRow & {
  email: string;
  /** As its partner calls the product. */
  productName: string;
  sites: UsingSite[];
  /** Of a bought one. */
  price: Pick<typeof planPrice.$inferSelect, 'amount' | 'currency' | 'interval'> | undefined;
  /** That it was bought with, as long as the provider takes something off for it. */
  coupon: Pick<typeof coupon.$inferSelect, 'percent' | 'amount' | 'duration' | 'months' | 'products'> | undefined;
};

/** The sites that use a licence: staging copies run on that of their live site, and sites in the bin use none. */
const using = (keys: string[]): SQL | undefined =>
  and(inArray(workload.licenseKey, keys), eq(workload.isStage, false), isNull(workload.binnedAt));

/** The coupons that licences were bought with, by their purchases. */
async function couponsOf(db: Database, rows: readonly LicenseRow[]) {
  const purchases = rows.flatMap(({ purchaseId }) => purchaseId ?? []);
  if (purchases.length === 0) return [];
  const { percent, amount, duration, months, products } = coupon;
  return db
    .select({ id: purchase.id, percent, amount, duration, months, products })
    .from(purchase)
    .innerJoin(coupon, eq(coupon.id, purchase.couponId))
    .where(and(inArray(purchase.id, purchases), eq(purchase.couponDropped, false)));
}

type Product = Pick<LicenseRow, 'partnerId' | 'product'>;

/** How the partners of licences call their products; without a name of their own, as the panel does. */
export async function productNames(db: Database, rows: readonly Product[]): Promise<(row: Product) => string> {
  const partners = [...new Set(rows.map(({ partnerId }) => partnerId))];
  const { partnerId: partner, product, name } = planOffer;
  const offers =
    partners.length === 0
      ? []
      : await db.select({ partner, product, name }).from(planOffer).where(inArray(planOffer.partnerId, partners));
  const names = new Map(offers.map((offer) => [`${offer.partner} ${offer.product}`, offer.name]));
  return (row) => names.get(`${row.partnerId} ${row.product}`) ?? LICENSE_PRODUCTS[row.product].name;
}

/** How a partner calls a product. */
export const productName = async (db: Database, product: Product): Promise<string> =>
  (await productNames(db, [product]))(product);

/** Adds owners, names and sites to licences. */
export async function withUse(db: Database, rows: readonly LicenseRow[], scope?: Scope): Promise<ListedLicense[]> {
  if (rows.length === 0) return [];
  const emails = await emailsOf(
    db,
    rows.map(({ customerId }) => customerId),
  );
  const sites = await db
    .select({ key: workload.licenseKey, id: workload.id, fqdn: workload.fqdn })
    .from(workload)
    .where(and(using(rows.map(({ key }) => key)), scope && isLimited(scope) ? within(workload, scope) : undefined))
    .orderBy(asc(workload.fqdn));
  const priceIds = rows.flatMap(({ priceId }) => priceId ?? []);
  const prices = priceIds.length === 0 ? [] : await db.select().from(planPrice).where(inArray(planPrice.id, priceIds));
  const coupons = await couponsOf(db, rows);
  const nameOf = await productNames(db, rows);
  return rows.map((row) => ({
    ...row,
    email: emails.get(row.customerId) ?? '',
    productName: nameOf(row),
    sites: sites.filter(({ key }) => key === row.key),
    price: prices.find(({ id }) => id === row.priceId),
    coupon: coupons.find(({ id }) => id === row.purchaseId),
  }));
}

/** How many sites other than this one use a licence. */
export async function otherUses(tx: Database, key: string, siteId: string): Promise<number> {
  return tx.$count(workload, and(using([key]), sql`${workload.id} <> ${siteId}`));
}

type Wanted = {
  key?: string;
  project?: LicenseProject | undefined;
  validAt?: Date;
  /** Only those that were paid for. */
  bought?: boolean | undefined;
  /** Only those that the partner gave. */
  given?: boolean | undefined;
  owner?: string | undefined;
  /** Of these products, with room for another site. */
  free?: readonly LicenseProduct[];
  limit: number;
};

/** Licences of these products that another one can use. */
const isFree = (products: readonly LicenseProduct[]): SQL =>
  or(
    ...products.map((id) =>
      and(
        eq(license.product, id),
        sql`(select count(*) from ${workload} where ${workload.licenseKey} = ${license.key} and not ${workload.isStage} and ${workload.binnedAt} is null) < ${LICENSE_PRODUCTS[id].sites} * ${license.quantity}`,
      ),
    ),
  ) ?? sql`false`;

/** Licences of the scope; the one that ends last is first. */
export async function listLicenses(
  db: Database,
  scope: Scope,
  { key, project, validAt, free, bought, given, owner, limit }: Wanted,
) {
  const rows = await db
    .select()
    .from(license)
    .where(
      and(
        ownedBy(license, scope),
        key === undefined ? undefined : eq(license.key, key),
        project && inArray(license.product, productsFor(project)),
        validAt && isValidSql(validAt),
        free && isFree(free),
        bought ? isNotNull(license.purchaseId) : undefined,
        given ? eq(license.provider, 'cam') : undefined,
        owner === undefined ? undefined : eq(license.customerId, owner),
      ),
    )
    .orderBy(desc(license.toDate), asc(license.id))
    .limit(limit);
  return withUse(db, rows, scope);
}

const U = alias(user, 'u');
const COLUMN = { created_at: license.createdAt, to_date: license.toDate };

const PAYMENT: Record<LicensePayment, SQL | undefined> = {
  bought: isNotNull(license.purchaseId),
  // The constant proves the condition of the partial index.
  past_due: and(sql`${license.providerStatus} = 'past_due'`, isNull(license.deactivatedAt)),
};

/** A page of the scope's licences. */
export async function pageOfLicenses(
  db: Database,
  scope: Scope,
  { keyword, payment }: { keyword?: string | undefined; payment?: LicensePayment | undefined },
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof COLUMN>,
): Promise<Sliced<ListedLicense>> {
  const found = keyword && holding(keyword);
  const ofPerson =
    keyword &&
    sql`${license.customerId} in (select u.id from "user" u where ${ofPartner(U, scope)} and ${hasWords(U.searchText, keyword)})`;
  const { rows, total } = await selectPage(db, license, {
    ...slice,
    where: and(
      ownedBy(license, scope),
      found ? or(ilike(license.key, found), ofPerson || undefined) : undefined,
      payment && PAYMENT[payment],
    ),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(license.id)],
  });
  return { rows: await withUse(db, rows, scope), total };
}

/** A licence of the scope, locked until the transaction ends. */
export async function lockLicense(
  tx: Database,
  scope: Scope,
  which: { id: string } | { key: string },
): Promise<LicenseRow | undefined> {
  const wanted = 'id' in which ? eq(license.id, which.id) : eq(license.key, which.key);
  const [row] = await tx
    .select()
    .from(license)
    .where(and(ownedBy(license, scope), wanted))
    .for('update');
  return row;
}

/** A licence of the scope. */
export async function findLicense(db: Database, scope: Scope, id: string): Promise<LicenseRow | undefined> {
  const [row] = await db
    .select()
    .from(license)
    .where(and(ownedBy(license, scope), eq(license.id, id)));
  return row;
}

/** A licence by its key, whoever owns it; for a site that has it. */
export async function licenseOf(db: Database, key: string, { lock = false } = {}): Promise<LicenseRow | undefined> {
  const rows = db.select().from(license).where(eq(license.key, key));
  return (await (lock ? rows.for('update') : rows))[0];
}

/** A key of 100 random bits that people can read aloud: five groups of four letters and digits. */
export function newKey(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return [...randomBytes(20)]
    .map((byte, index) => (index > 0 && index % 4 === 0 ? '-' : '') + letters[byte % letters.length])
    .join('');
}

type Given = Pick<LicenseRow, 'partnerId' | 'customerId' | 'product' | 'termMonths' | 'autoRenewal'>;

/** Writes a licence that a partner gives to a customer, valid from now on. */
export async function giveLicense(tx: Database, given: Given, now: Date): Promise<LicenseRow> {
  const toDate = sql`${now.toISOString()}::timestamptz + make_interval(months => ${given.termMonths}::int)`;
  const [row] = await tx
    .insert(license)
    .values({
      ...given,
      key: newKey(),
      provider: 'cam',
      canRenew: given.autoRenewal,
      startedAt: now,
      fromDate: now,
      toDate,
    })
    .returning();
  if (!row) throw new Error('The licence was not written.');
  return row;
}

type Change = Partial<Pick<LicenseRow, 'autoRenewal' | 'deactivatedAt'>>;

export async function updateLicense(tx: Database, id: string, change: Change, now: Date): Promise<LicenseRow> {
  const [row] = await tx
    .update(license)
    .set({ ...change, updatedAt: now })
    .where(eq(license.id, id))
    .returning();
  if (!row) throw new Error(`The licence ${id} is gone.`);
  return row;
}

const DAY_MS = 24 * 3_600_000;
const graceFrom = (at: Date): Date => new Date(at.getTime() - PAYMENT_GRACE_DAYS * DAY_MS);

/** Whether a licence is valid at a time, in SQL; the same as `isValid`. */
export const isValidSql = (at: Date): SQL =>
  sql`(${license.deactivatedAt} is null and ${license.fromDate} <= ${at.toISOString()}::timestamptz and case when not ${license.autoRenewal} then ${license.toDate} > ${at.toISOString()}::timestamptz when ${license.provider} = 'cam' then true else ${license.toDate} > ${graceFrom(at).toISOString()}::timestamptz end)`;

/**
 * A given one that renews itself stays valid until the schedule writes its next term; a bought one for some days, in which
 * the provider tries to charge the card.
 */
export function isValid({ deactivatedAt, fromDate, toDate, autoRenewal, provider }: LicenseRow, at: Date): boolean {
  if (deactivatedAt !== null || fromDate > at) return false;
  if (!autoRenewal) return toDate > at;
  return provider === 'cam' || toDate > graceFrom(at);
}
