import type Stripe from 'stripe';
import type { PaymentPort } from '../../context/payment-port.ts';
import { PanelError } from '../../kernel/errors.ts';
import { asked, idOf, orNull } from './stripe-answers.ts';

type CardCalls = Pick<
  PaymentPort,
  'cards' | 'addCard' | 'setDefaultCard' | 'removeCard' | 'cardsOfSubscriptions' | 'setRenewal'
>;

const SUBSCRIPTIONS_MAX = 1000;

/** Whether it may be paid again: one that is canceled can be resumed until it ends. */
const runs = ({ status }: Stripe.Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid';

/** Whether it will be paid again: one that is canceled ends with what is paid. */
const goesOn = ({ status, cancel_at_period_end: ends }: Stripe.Subscription): boolean =>
  status === 'past_due' || status === 'unpaid' || !ends;

/** The cards of customers, at the provider. */
export function stripeCards(stripe: Stripe): CardCalls {
  const running = async (customer: string): Promise<Stripe.Subscription[]> => {
    const all = await asked(
      stripe.subscriptions.list({ customer, limit: 100 }).autoPagingToArray({ limit: SUBSCRIPTIONS_MAX }),
    );
    return all.filter(runs);
  };
  /** Whether anything would pay a subscription, in the provider's order. */
  const isPayable = async (subscription: Stripe.Subscription): Promise<boolean> => {
    if ((subscription.default_payment_method ?? subscription.default_source) !== null) return true;
    const customer = await asked(stripe.customers.retrieve(idOf(subscription.customer)));
    if (customer.deleted) return false;
    return (customer.invoice_settings.default_payment_method ?? customer.default_source) !== null;
  };
  return {
    async cards(customerId) {
      const [list, customer] = await asked(
        Promise.all([
          stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 20 }),
          stripe.customers.retrieve(customerId),
        ]),
      );
      const chosen = customer.deleted ? null : customer.invoice_settings.default_payment_method;
      return list.data.flatMap(({ id, card }) =>
        card
          ? [
              {
                ...{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
                isDefault: chosen !== null && idOf(chosen) === id,
              },
            ]
          : [],
      );
    },
    async addCard(customer) {
      const made = await asked(
        stripe.setupIntents.create({
          ...{ customer, usage: 'off_session' },
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        }),
      );
      return made.client_secret ?? '';
    },
    async setDefaultCard(customer, card) {
      await asked(stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }));
      for (const { id, default_payment_method: own } of await running(customer))
        if (own !== null && idOf(own) !== card)
          await asked(stripe.subscriptions.update(id, { default_payment_method: card }));
    },
    async removeCard(card) {
      await orNull(stripe.paymentMethods.detach(card));
    },
    async cardsOfSubscriptions(customer) {
      const all = (await running(customer)).filter(goesOn);
      return all.map(({ default_payment_method: own }) => (own === null ? null : idOf(own)));
    },
    async setRenewal(id, on) {
      if (on && !(await isPayable(await asked(stripe.subscriptions.retrieve(id)))))
        throw new PanelError('CARD_MISSING');
      await asked(stripe.subscriptions.update(id, { cancel_at_period_end: !on }));
    },
  };
}
