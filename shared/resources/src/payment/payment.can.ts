import { t, type Invoice, type License, type PricedProduct } from '@panel/core';
import { refundable } from './payment.labels.ts';

type Bought = Pick<License, 'status' | 'subscription'>;

/** Why a subscription cannot be canceled, or nothing. */
export const cannotCancel = ({ status, subscription }: Bought): string | undefined =>
  !subscription
    ? t('Your provider gave you this license.')
    : status === 'canceled'
      ? t('It is canceled.')
      : status === 'expired'
        ? t('It has ended.')
        : undefined;

/** Why the plan of a license cannot be changed, or nothing. */
export const cannotChangePlan = ({ status, subscription }: Bought): string | undefined =>
  !subscription
    ? t('Your provider gave you this license.')
    : status === 'past_due'
      ? t('Its last payment failed. Pay it first.')
      : status === 'expired'
        ? t('It has ended.')
        : undefined;

/** Why nothing of an invoice can be refunded, or nothing. */
export const cannotRefund = (
  invoice: Pick<Invoice, 'amount_paid' | 'refunded' | 'refund_pending'>,
): string | undefined =>
  invoice.amount_paid === 0
    ? t('Nothing was paid.')
    : refundable(invoice) === 0
      ? t('All of it is refunded, or on its way.')
      : undefined;

/** Whether a canceled license can go on: it has not ended yet. */
export const canGoOn = ({ status, subscription }: Bought): boolean => subscription !== null && status === 'canceled';

/** Why a license has no place left, or nothing. */
export const cannotUse = ({ is_valid, hasAlreadyReachedMaxSiteCount }: License): string | undefined =>
  !is_valid ? t('It has ended.') : hasAlreadyReachedMaxSiteCount ? t('It is used by as many as it allows.') : undefined;

/** Whether a product is sold at the interval and in the currency that a license has. */
const fits = ({ prices }: PricedProduct, { subscription }: License): boolean =>
  prices.some(
    ({ currency, recurring: { interval } }) =>
      interval === subscription?.interval && currency === subscription.currency,
  );

/** The bought licenses that can become this product. */
export const changeableTo = (licenses: readonly License[], product: PricedProduct): License[] =>
  licenses.filter(
    (license) =>
      !cannotChangePlan(license) &&
      license.product_identifier !== product.product_type &&
      license.project_type === product.project_type &&
      fits(product, license),
  );
