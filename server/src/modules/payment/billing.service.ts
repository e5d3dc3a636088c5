import type { BillingDetails, BillingInput } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { customerAt, customerName, paymentsOf } from './buy.service.ts';
import { providerCustomerOf } from './purchase.repo.ts';

const NOTHING = { line1: '', line2: '', postal_code: '', city: '', state: '', country: '', tax_id: '' };

/** What is printed on invoices about the caller. @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE */
export async function showBilling(context: CallContext): Promise<BillingDetails> {
  const payments = await paymentsOf(context);
  const customer = await providerCustomerOf(context.app.db, signedIn(context).id, payments.account);
  return customer === undefined ? { name: customerName(signedIn(context)), ...NOTHING } : payments.billing(customer);
}

/** Sets it at the provider, for the next invoices. @throws PanelError CONFLICT, VALIDATION, PAYMENT_OFF, PAYMENT_UNAVAILABLE */
export async function saveBilling(context: CallContext, { expected, ...input }: BillingInput): Promise<BillingDetails> {
  const payments = await paymentsOf(context);
  checkExpected(expected, await showBilling(context));
  const customer = await customerAt(context, payments);
  await payments.setBilling(customer, input);
  return payments.billing(customer);
}
