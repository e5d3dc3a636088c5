import { LICENSE_PRODUCT_IDS, YEARLY_SAVING, type LicenseProduct } from '@panel/contract';

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

/** Monthly and yearly prices of every product. */
export const demoPrices = (partnerId: string) =>
  LICENSE_PRODUCT_IDS.flatMap((product) => [
    { partnerId, product, interval: 'month' as const, currency: 'usd', amount: MONTHLY[product] },
    { partnerId, product, interval: 'year' as const, currency: 'usd', amount: yearly(MONTHLY[product]) },
  ]);
