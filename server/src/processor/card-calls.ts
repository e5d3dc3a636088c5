import { list, newest, type ProcessorCall, type Route } from './call.ts';
import { keepCard, typedCard } from './charge.ts';
import { confirmedFor } from './checkouts.ts';
import { newSetupIntent } from './customer-objects.ts';
import { find } from './ledger.ts';
import { textOf } from './parse-form.ts';
import { invalid, missing } from './processor-error.ts';
import { cancelSetup, confirmSetup } from './setup-intents.ts';

/** The intent of a public request, which proves itself with its secret. */
function setupFor({ ledger, fields, id, isPublic }: ProcessorCall) {
  const intent = find(ledger, 'setup_intent', id);
  if (isPublic && textOf(fields, 'client_secret') !== intent.client_secret) throw missing('setup_intent', id);
  return intent;
}

/** Cards of customers: those of them, and one more. */
export const CARD_CALLS: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)\/payment_methods$/,
    handle: ({ ledger, fields, id }) =>
      list(
        newest(
          Object.values(ledger.books.payment_method).filter(({ customer }) => customer === id),
          fields,
        ),
        `/v1/customers/${id}/payment_methods`,
      ),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    handle({ ledger, id }) {
      const card = find(ledger, 'payment_method', id);
      if (card.customer === null) throw invalid('The payment method you provided is not attached to a customer.', 'id');
      const { invoice_settings: settings } = find(ledger, 'customer', card.customer);
      if (settings.default_payment_method === id) settings.default_payment_method = null;
      for (const subscription of Object.values(ledger.books.subscription))
        if (subscription.default_payment_method === id) subscription.default_payment_method = null;
      card.customer = null;
      ledger.emit('payment_method.detached', card);
      return card;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents$/,
    handle({ ledger, fields }) {
      const customer = textOf(fields, 'customer');
      const owner = customer === undefined ? null : find(ledger, 'customer', customer).id;
      const intent = newSetupIntent(owner, ledger.now());
      ledger.books.setup_intent[intent.id] = intent;
      ledger.emit('setup_intent.created', intent);
      return intent;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents\/(\w+)\/cancel$/,
    handle: ({ ledger, id }) => cancelSetup(ledger, find(ledger, 'setup_intent', id)),
  },
  { method: 'GET', path: /^\/v1\/setup_intents\/(\w+)$/, isPublic: true, handle: setupFor },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents\/(\w+)\/confirm$/,
    isPublic: true,
    handle(call) {
      const intent = setupFor(call);
      const card = keepCard(call.ledger, typedCard(call.fields));
      return confirmSetup(call.ledger, intent, card, (done) => confirmedFor(call.ledger, done));
    },
  },
];
