import { read, type ListState } from '@panel/contract/reads';

/** How the list of invoices begins: the newest is first. */
export const INVOICE_LIST = { columns: ['created_at', 'total'], orderBy: 'created_at' } as const;
export type InvoiceColumn = (typeof INVOICE_LIST)['columns'][number];

/** One page of the customer's invoices. */
export const invoiceListRead = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<InvoiceColumn>) =>
  read('payment.invoices', { pageIndex, pageSize, orderBy, sortOrder });

/** The licenses that the customer bought. */
export const boughtLicensesRead = read('payment.licenses');

/** In which currency the customer pays, and what else they can choose. */
export const currencyRead = read('payment.currency');

/** The plan of the account, and what is paid for it. */
export const accountPlanRead = read('payment.subscriptions', {});

/** What the customer uses of the limits of their plans. */
export const planUsageRead = read('payment.usage');

/** Where the partner sells plans outside of the panel, for staff. */
export const buyLinkSettingsRead = read('payment.buyLinkSettings');

/** What the card form needs: the provider's public key. */
export const publishableKeyRead = read('payment.publishableKey');

/** A purchase, and its license once it is paid. */
export const paymentRead = (id: string) => read('payment.payment', { id });
