import { chargeStep, LICENSE_PRODUCT_IDS, unitsPer, YEARLY_SAVING, type LicenseProduct } from '@panel/contract';

/** A month in cents. */
const MONTHLY: Readonly<Record<LicenseProduct, number>> = {
  site_basic: 1000,
  site_pro: 2000,
  site_premium: 4000,
  app_starter: 1000,
  app_fullstack: 2500,
  app_fullstack_db: 3500,
};

/** What a year costs with the saving that the price cards name. */
const yearly = (monthly: number): number => Math.round((monthly * 12 * (100 - YEARLY_SAVING)) / 100);

/** Monthly and yearly prices of every product, the same number in each currency. */
export const demoPrices = (partnerId: string, currencies: readonly string[] = ['usd']) =>
  currencies.flatMap((currency) => {
    const monthly = (product: LicenseProduct) => Math.round((MONTHLY[product] * unitsPer(currency)) / 100);
    const yearlyOf = (product: LicenseProduct) =>
      Math.round(yearly(monthly(product)) / chargeStep(currency)) * chargeStep(currency);
    return LICENSE_PRODUCT_IDS.flatMap((product) => [
      { partnerId, product, interval: 'month' as const, currency, amount: monthly(product) },
      { partnerId, product, interval: 'year' as const, currency, amount: yearlyOf(product) },
    ]);
  });
