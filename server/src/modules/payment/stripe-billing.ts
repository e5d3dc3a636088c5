import { taxIdType } from '@panel/contract';
import Stripe from 'stripe';
import type { PaymentPort } from '../../context/payment-port.ts';
import { PanelError } from '../../kernel/errors.ts';
import { asked, orNull } from './stripe-answers.ts';

type BillingCalls = Pick<PaymentPort, 'billing' | 'setBilling'>;

/** A tax id that the provider does not take has a place at its field. */
async function taxIdAsked<T>(question: Promise<T>): Promise<T> {
  return asked(
    question.catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid')
        throw new PanelError('VALIDATION', {}, { fields: { tax_id: 'This is not a valid tax ID of this country.' } });
      throw error;
    }),
  );
}

/** Name, address and tax id of customers, at the provider. */
export function stripeBilling(stripe: Stripe): BillingCalls {
  const taxIds = async (customer: string) => (await asked(stripe.customers.listTaxIds(customer, { limit: 100 }))).data;
  return {
    async billing(customer) {
      const [found, [taxId]] = await Promise.all([asked(stripe.customers.retrieve(customer)), taxIds(customer)]);
      const kept = found.deleted ? null : found;
      const address = kept?.address;
      return {
        name: kept?.name ?? '',
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        postal_code: address?.postal_code ?? '',
        city: address?.city ?? '',
        state: address?.state ?? '',
        country: address?.country ?? '',
        tax_id: taxId?.value ?? '',
      };
    },
    async setBilling(customer, { name, tax_id: value, ...address }) {
      const before = await taxIds(customer);
      const type = taxIdType(address.country);
      const kept = before.find((one) => one.type === type && one.value === value);
      // The new one first: if it is refused, nothing has changed.
      if (value !== '' && type !== null && !kept)
        await taxIdAsked(stripe.customers.createTaxId(customer, { type, value }));
      await asked(stripe.customers.update(customer, { name, address }));
      for (const { id } of before) if (id !== kept?.id) await orNull(stripe.customers.deleteTaxId(customer, id));
    },
  };
}
