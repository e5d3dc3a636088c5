import { TAX_ID_REFUSALS, taxIdType } from '@panel/contract';
import Stripe from 'stripe';
import type { PaymentPort } from '../../context/payment-port.ts';
import { PanelError } from '../../kernel/errors.ts';
import { asked, orNull } from './stripe-answers.ts';
import { isRefusal } from './stripe-refusal.ts';

type BillingCalls = Pick<PaymentPort, 'billing' | 'setBilling' | 'setEmail'>;

const refusal = (why: keyof typeof TAX_ID_REFUSALS): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { tax_id: TAX_ID_REFUSALS[why] } });

/** A tax id that the provider does not take has a place at its field. */
async function taxIdAsked<T>(question: Promise<T>): Promise<T> {
  return asked(
    question.catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid')
        throw refusal('wrong');
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
    async setEmail(customer, email) {
      return asked(
        stripe.customers.update(customer, { email }).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Stripe.errors.StripeInvalidRequestError && isRefusal(error)) return false;
            throw error;
          },
        ),
      );
    },
    async setBilling(customer, { name, tax_id: value, ...address }) {
      const before = await taxIds(customer);
      // The one that is shown. Others, and their kinds, are not the panel's to change.
      const [shown] = before;
      const isKept = (shown?.value.toUpperCase() ?? '') === value;
      if (!isKept && value !== '') {
        const type = taxIdType(address.country);
        if (type === null) throw refusal('none');
        // The new one first: if it is refused, nothing has changed.
        if (!before.some((one) => one.type === type && one.value === value))
          await taxIdAsked(stripe.customers.createTaxId(customer, { type, value }));
      }
      await asked(stripe.customers.update(customer, { name, address }));
      if (!isKept && shown) await orNull(stripe.customers.deleteTaxId(customer, shown.id));
    },
  };
}
