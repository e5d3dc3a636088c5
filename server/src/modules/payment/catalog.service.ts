import {
  chargeStep,
  INT4_MAX,
  LICENSE_PRODUCT_IDS,
  LICENSE_PRODUCTS,
  PLAN_REFUSALS,
  PRICE_INTERVALS,
  stepRefusal,
  type CatalogPlan,
  type CatalogSaveInput,
} from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import * as repo from './catalog.repo.ts';
import { offeredPrice, offerPrices, priceById, type PriceRow } from './price.repo.ts';

/** The partner's currency is first; others are in the order of their codes. */
const first = (own: string) => (a: string, b: string) =>
  Number(b === own) - Number(a === own) || a.localeCompare(b, 'en');

/** The plans as the partner sells them. */
export async function showCatalog({ app, partner }: CallContext): Promise<CatalogPlan[]> {
  const [offers, prices] = await Promise.all([repo.offersOf(app.db, partner.id), repo.allPrices(app.db, partner.id)]);
  return LICENSE_PRODUCT_IDS.map((id) => {
    const { name, project, plan, sites } = LICENSE_PRODUCTS[id];
    const offer = offers.find(({ product }) => product === id);
    const own = prices.filter(({ product }) => product === id);
    const offered = own.filter(({ active }) => active);
    // Of a plan that is not offered, the last prices: they are what the form begins with.
    const shown = offered.length > 0 ? offered : own;
    const amountOf = (currency: string, interval: PriceRow['interval']) =>
      shown.find((price) => price.interval === interval && price.currency === currency)?.amount ?? null;
    const currencies = [...new Set(shown.map(({ currency }) => currency))].sort(first(partner.currency));
    return {
      ...{ product_type: id, project_type: project, plan_type: plan, site_limit: sites },
      ...{ name: offer?.name ?? name, features: offer?.features ?? [], version: offer?.version ?? 0 },
      amounts: currencies.map((currency) => ({
        ...{ currency, month: amountOf(currency, 'month'), year: amountOf(currency, 'year') },
      })),
      offered: offered.length > 0,
      trial_days: offer?.trialDays ?? 0,
      prices: own.map((price) => ({
        ...{ id: price.id, amount: price.amount, currency: price.currency, interval: price.interval },
        ...{ offered: price.active, licenses: price.licenses, created_at: price.createdAt.toISOString() },
      })),
    };
  });
}

/** What is wrong with the amounts of a plan, by field. */
function wrongAmounts({ amounts, offered }: CatalogSaveInput): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (offered && amounts.length === 0) wrong['amounts'] = PLAN_REFUSALS.month;
  for (const [at, { currency, ...of }] of amounts.entries()) {
    const row = `amounts.${at}`;
    if (amounts.findIndex((one) => one.currency === currency) !== at) wrong[`${row}.currency`] = PLAN_REFUSALS.twice;
    if (offered && of.month === null && of.year === null) wrong[`${row}.month`] = PLAN_REFUSALS.month;
    for (const interval of PRICE_INTERVALS)
      if ((of[interval] ?? 0) % chargeStep(currency) !== 0) wrong[`${row}.${interval}`] = stepRefusal(currency);
  }
  return wrong;
}

/**
 * Sells a plan from now on as it is given. A price that differs is a new row, and the old one stays for who has it.
 * @throws PanelError CONFLICT, VALIDATION
 */
export async function saveCatalog(context: CallContext, input: CatalogSaveInput): Promise<CatalogPlan> {
  const { app, partner, request } = context;
  const { product, name, features, amounts, offered, trial_days: trialDays, version } = input;
  const fields = wrongAmounts(input);
  if (Object.keys(fields).length > 0) throw new PanelError('VALIDATION', {}, { fields });
  await app.db.transaction(async (tx) => {
    const offer = { partnerId: partner.id, product, name, features, trialDays, version };
    if (!(await repo.saveOffer(tx, offer, app.clock.now()))) throw new PanelError('CONFLICT');
    const before = await repo.lockOffered(tx, partner.id, product);
    const wanted = (offered ? amounts : []).flatMap(({ currency, ...of }) =>
      PRICE_INTERVALS.flatMap((interval) => {
        const amount = of[interval];
        return amount === null ? [] : [{ partnerId: partner.id, product, interval, currency, amount }];
      }),
    );
    const isSame = (one: PriceRow, other: (typeof wanted)[number]) =>
      one.interval === other.interval && one.currency === other.currency && one.amount === other.amount;
    const gone = before.filter((one) => !wanted.some((other) => isSame(one, other)));
    const added = wanted.filter((other) => !before.some((one) => isSame(one, other)));
    await repo.withdrawPrices(
      tx,
      gone.map(({ id }) => id),
    );
    await offerPrices(tx, added);
    const who = { partnerId: partner.id, userId: signedIn(context).id, request };
    await audit(tx, 'catalog.save', who, { product, name, features, offered, amounts, trialDays });
  });
  return found((await showCatalog(context)).find(({ product_type: id }) => id === product));
}

/** A price that the partner offers now. @throws PanelError PLAN_NOT_OFFERED for an old one, NOT_FOUND for one of another partner */
export async function priceToBuy({ app, partner }: CallContext, id: string): Promise<PriceRow> {
  const offered = await offeredPrice(app.db, partner.id, id);
  if (offered) return offered;
  const old = await priceById(app.db, id);
  throw new PanelError(old?.partnerId === partner.id ? 'PLAN_NOT_OFFERED' : 'NOT_FOUND');
}

/** What so many cost. @throws PanelError VALIDATION for more than can be written down */
export function amountOf({ amount }: Pick<PriceRow, 'amount'>, quantity: number): number {
  if (amount * quantity > INT4_MAX)
    throw new PanelError('VALIDATION', {}, { fields: { quantity: PLAN_REFUSALS.quantity } });
  return amount * quantity;
}
