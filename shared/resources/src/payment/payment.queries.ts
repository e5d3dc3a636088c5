import { keepPreviousData } from '@tanstack/react-query';
import type { LicenseProject } from '@panel/contract';
import { LICENSE_PRODUCT_IDS, LICENSE_PRODUCTS, type LicenseProduct } from '@panel/contract/schemas';
import { calls, queryOf, type ListState, type Payment, type SetPaymentInput } from '@panel/core';
import {
  accountPlanRead,
  currencyRead,
  buyLinkSettingsRead,
  planUsageRead,
  boughtLicensesRead,
  invoiceListRead,
  paymentRead,
  type InvoiceColumn,
} from './payment.reads.ts';

const PRICES_MS = 60_000;

/** The products for sites or for applications, in the order of the catalogue: the smallest is first. */
export const productsOf = (project: LicenseProject): LicenseProduct[] =>
  LICENSE_PRODUCT_IDS.filter((id) => LICENSE_PRODUCTS[id].project === project);

/** What the partner sells for sites or for applications; `currency`: the one that is chosen in the address. */
export const pricesQuery = (project: LicenseProject, currency?: string) =>
  calls.payment.prices.queryOptions({
    input: { product_types: productsOf(project), ...(currency && { currency }) },
    staleTime: PRICES_MS,
  });

/** The prices of one product, for its checkout. */
export const productQuery = (product: LicenseProduct, currency?: string) =>
  calls.payment.prices.queryOptions({
    input: { product_types: [product], ...(currency && { currency }) },
    staleTime: PRICES_MS,
    select: ([found]) => found ?? null,
  });

export const publishableKeyQuery = calls.payment.publishableKey.queryOptions({ staleTime: PRICES_MS });
export const paymentMethodsQuery = calls.payment.paymentMethods.queryOptions();
/** Starts to add a card. Each visit of the form is another start; one that keeps no card does nothing. */
export const addCardQuery = calls.payment.addCard.queryOptions({ staleTime: Infinity, gcTime: 0, retry: false });
export const billingQuery = calls.payment.billing.queryOptions();
export const boughtLicensesQuery = queryOf(boughtLicensesRead);

/** All licenses of the customer for sites, or for applications, given ones too. */
export const ownLicensesQuery = (project: LicenseProject) =>
  project === 'site' ? calls.payment.licensesOfSites.queryOptions() : calls.license.ofApps.queryOptions();

export const currencyQuery = queryOf(currencyRead);
export const accountPlanQuery = queryOf(accountPlanRead);
export const planUsageQuery = queryOf(planUsageRead);
export const buyLinkSettingsQuery = queryOf(buyLinkSettingsRead);

export const invoiceListQuery = (state: ListState<InvoiceColumn>) =>
  queryOf(invoiceListRead(state), { placeholderData: keepPreviousData });

/** How often a refund on its way is looked for: as often as the provider's event may come, then rarely. */
const REFUND_MS = 2000;

/** One page of a customer's invoices with their refunds, for staff. */
export const staffInvoicesQuery =
  (customerId: string) =>
  ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<InvoiceColumn>) =>
    calls.payment.partnerInvoices.queryOptions({
      input: { customer_id: customerId, pageIndex, pageSize, orderBy, sortOrder },
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.pageElements.some(({ refund_pending }) => refund_pending > 0)
          ? Math.min(60_000, REFUND_MS * state.dataUpdateCount)
          : false,
    });

/** A purchase that waits for the provider's word can change at any time. */
export const waits = (payment: Pick<Payment, 'status' | 'license'>): boolean =>
  payment.status === 'incomplete' || (payment.status === 'paid' && payment.license === null);

/** Asked again after a second at first, then every five. */
const delayAfter = (answers: number): number => Math.min(5000, 1000 + answers * 250);

export const paymentQuery = (id: string) =>
  queryOf(paymentRead(id), {
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: Payment; dataUpdateCount: number } }) =>
      state.data && waits(state.data) ? delayAfter(state.dataUpdateCount) : false,
  });

/** What another product would cost instead of the one that a license has; nothing is changed. */
export const prorationQuery = (id: string, product: LicenseProduct) =>
  calls.payment.proration.queryOptions({ input: { id, product_name: product }, staleTime: 0, retry: false });

/**
 * Starts a purchase, or goes on with the same one that waits for its card. The server finds an order of the same price and quantity
 * again, so that asking twice, from two tabs or after a reload, is one order.
 */
export const orderQuery = (input: SetPaymentInput) =>
  calls.payment.set.queryOptions({ input, staleTime: Infinity, gcTime: 0, retry: false });
