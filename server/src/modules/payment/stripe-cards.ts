import type Stripe from 'stripe';
import type { PaymentPort } from '../../context/payment-port.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { Turns } from '../../lib/turns.ts';
import { asked, idOf, orNull } from './stripe-answers.ts';

type CardCalls = Pick<PaymentPort, 'cards' | 'addCard' | 'setDefaultCard' | 'removeCard' | 'setRenewal'>;

const SUBSCRIPTIONS_MAX = 1000;
/** The most that the provider lists at once. */
const CARDS_MAX = 100;

/** Whether it may be paid again: one that is canceled can be resumed until it ends. */
const runs = ({ status }: Stripe.Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid';

/** Whether it will be paid again: one that is canceled ends with what is paid. */
const goesOn = ({ status, cancel_at_period_end: ends }: Stripe.Subscription): boolean =>
  status === 'past_due' || status === 'unpaid' || !ends;

/** Its own card; null if it is paid with the default of its customer. */
const cardOf = ({ default_payment_method: own }: Stripe.Subscription): string | null =>
  own === null ? null : idOf(own);

/** How many subscriptions are changed at once: the provider limits how often it is asked. */
const AT_ONCE = 4;

/** Does something with each, a few at a time. What has begun is waited for, also if one fails. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const done = await Promise.allSettled(all.slice(at, at + AT_ONCE).map(work));
    const failed = done.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/**
 * The cards of customers, at the provider. What one customer pays with changes in turns, so that a card is not removed while a subscription
 * gets it.
 */
export function stripeCards(stripe: Stripe, turns: Turns): CardCalls {
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
  /** What a customer has, and pays with. */
  const stateOf = async (id: string) => {
    const [list, customer, subscriptions] = await Promise.all([
      asked(stripe.customers.listPaymentMethods(id, { type: 'card', limit: CARDS_MAX })),
      asked(stripe.customers.retrieve(id)),
      running(id),
    ]);
    const chosen = customer.deleted ? null : customer.invoice_settings.default_payment_method;
    return {
      ids: list.data.map((method) => method.id),
      list: list.data,
      chosen: chosen === null ? null : idOf(chosen),
      subscriptions,
      /** Of the running subscriptions, those that have another card of their own. */
      withOther: (card: string) => subscriptions.filter((one) => (cardOf(one) ?? card) !== card),
    };
  };
  /** The same, for a card that is the customer's. @throws PanelError NOT_FOUND for one that was removed meanwhile */
  const stateWith = async (customer: string, card: string) => {
    const state = await stateOf(customer);
    if (!state.ids.includes(card)) throw new PanelError('NOT_FOUND');
    return state;
  };
  return {
    async cards(customer) {
      const { list, chosen, withOther } = await stateOf(customer);
      return list.flatMap(({ id, card }) =>
        card
          ? [
              {
                ...{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
                // Otherwise there is something that to make it the default would change.
                isDefault: chosen === id && withOther(id).length === 0,
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
    setDefaultCard: (customer, card) =>
      turns(customer, async () => {
        const others = (await stateWith(customer, card)).withOther(card);
        await each(others, ({ id }) => asked(stripe.subscriptions.update(id, { default_payment_method: card })));
        // Last, because it is what the card is known by: until then, a repeat goes on.
        await asked(stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }));
      }),
    removeCard: (customer, card) =>
      turns(customer, async () => {
        const { ids, chosen, subscriptions } = await stateWith(customer, card);
        const payers = subscriptions.filter(goesOn).map((one) => cardOf(one) ?? chosen);
        if (payers.includes(card) || (payers.length > 0 && ids.length === 1)) throw new PanelError('CARD_IN_USE');
        await orNull(stripe.paymentMethods.detach(card));
      }),
    async setRenewal(id, on) {
      const change = () => asked(stripe.subscriptions.update(id, { cancel_at_period_end: !on }));
      if (!on) return void (await change());
      const { customer } = await asked(stripe.subscriptions.retrieve(id));
      await turns(idOf(customer), async () => {
        if (!(await isPayable(await asked(stripe.subscriptions.retrieve(id))))) throw new PanelError('CARD_MISSING');
        await change();
      });
    },
  };
}
