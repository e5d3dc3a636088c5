import {
  LICENSES_MAX,
  LICENSE_PRODUCTS,
  LICENSE_PRODUCT_IDS,
  NEXT_PLAN,
  type LicenseProduct,
  type LicenseProject,
  type PlanSubscriptions,
  type PricedProduct,
} from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant } from '../../context/tenant.ts';
import { productNames } from '../license/license.repo.ts';
import { showLicenses } from '../license/license.service.ts';
import { workloadOf } from './planned-workload.repo.ts';
import { offersOf } from './catalog.repo.ts';
import { currencyFor } from './currency.service.ts';
import { offeredPrices } from './price.repo.ts';
import { trialsOf } from './trial.service.ts';

/** What the partner sells of these products in the currency of the caller; one without a price in it is left out. */
export async function showPrices(
  context: CallContext,
  products: readonly LicenseProduct[],
  chosen?: string,
): Promise<PricedProduct[]> {
  const { app, partner } = context;
  const [prices, offers, trialOf, currency] = await Promise.all([
    offeredPrices(app.db, partner.id, products),
    offersOf(app.db, partner.id),
    trialsOf(context, app.db),
    currencyFor(context, chosen),
  ]);
  return [...new Set(products)].flatMap((id) => {
    const own = prices.filter((price) => price.product === id && price.currency === currency);
    const { name, project, plan, sites } = LICENSE_PRODUCTS[id];
    const offer = offers.find(({ product }) => product === id);
    return own.length === 0
      ? []
      : [
          {
            ...{ product_type: id, project_type: project, plan_type: plan, site_limit: sites },
            ...{ product_name: offer?.name ?? name, features: offer?.features ?? [] },
            trial_days: trialOf(id),
            prices: own.map((price) => ({
              id: price.id,
              unit_amount: price.amount,
              currency: price.currency,
              recurring: { interval: price.interval },
            })),
          },
        ];
  });
}

/**
 * The plan of a site or an application, or of the account, with what is paid for it.
 * @throws PanelError NOT_FOUND, TENANT_MISMATCH
 */
export async function showSubscriptions(
  context: CallContext,
  { domain, fqdn }: { domain?: string | undefined; fqdn?: string | undefined },
): Promise<PlanSubscriptions> {
  await checkTenant(context, { partner_domain: domain ?? null });
  const bought = (await showLicenses(context, undefined, undefined, true)).slice(0, LICENSES_MAX);
  const row = fqdn === undefined ? undefined : found(await workloadOf(context.app.db, scopeOf(context), fqdn));
  const plan = row ? row.planType : signedIn(context).planType;
  return {
    plan_type: plan,
    upgrade_to: NEXT_PLAN[plan] ?? null,
    subscriptions: row ? bought.filter(({ license_key }) => license_key === row.licenseKey) : bought,
  };
}

/** The licenses that staff can give, as the partner calls them. */
export async function licenseTypes({ app, partner }: CallContext, category: LicenseProject | undefined) {
  const rows = LICENSE_PRODUCT_IDS.map((product) => ({ partnerId: partner.id, product }));
  const nameOf = await productNames(app.db, rows);
  return rows.flatMap((row) => {
    const { project, plan, sites } = LICENSE_PRODUCTS[row.product];
    return category === undefined || category === project
      ? [{ type: row.product, name: nameOf(row), category: project, plan_type: plan, site_limit: sites }]
      : [];
  });
}
