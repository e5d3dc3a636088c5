import { cardOf } from './cards.ts';
import { find, type Ledger } from './ledger.ts';
import { newPaymentMethod, type PaymentIntent, type PaymentMethod } from './objects.ts';
import { fieldsOf, textOf, type FormFields } from './parse-form.ts';
import { ProcessorError } from './processor-error.ts';

export type Typed = { number: string; expMonth: number; expYear: number; cvc: string };

/** The card that was typed into the form. */
export function typedCard(fields: FormFields): Typed {
  const card = fieldsOf(fieldsOf(fields, 'payment_method_data'), 'card');
  return {
    number: textOf(card, 'number') ?? '',
    expMonth: Number(textOf(card, 'exp_month')),
    expYear: Number(textOf(card, 'exp_year')),
    cvc: textOf(card, 'cvc') ?? '',
  };
}

const cardError = (code: string, declineCode: string | null, message: string): ProcessorError =>
  new ProcessorError(402, {
    type: 'card_error',
    code,
    ...(declineCode === null ? {} : { decline_code: declineCode }),
    message,
  });

/** Keeps a card that somebody typed into the form; it is the customer's once it has paid. @throws ProcessorError 402 for one that cannot be right */
export function keepCard(ledger: Ledger, typed: Typed): PaymentMethod {
  const number = typed.number.replace(/\s/g, '');
  const facts = cardOf(number);
  if (!facts) throw cardError('incorrect_number', null, 'Your card number is incorrect.');
  const end = Date.UTC(typed.expYear, typed.expMonth, 1) / 1000;
  if (!Number.isFinite(end) || typed.expMonth < 1 || typed.expMonth > 12)
    throw cardError('invalid_expiry_month', null, "Your card's expiration month is invalid.");
  if (end <= ledger.now()) throw cardError('invalid_expiry_year', null, "Your card's expiration year is invalid.");
  if (!/^\d{3,4}$/.test(typed.cvc)) throw cardError('invalid_cvc', null, "Your card's security code is invalid.");
  const card = { brand: facts.brand, last4: number.slice(-4), expMonth: typed.expMonth, expYear: typed.expYear };
  const method = newPaymentMethod(card, null, ledger.now());
  ledger.books.payment_method[method.id] = method;
  ledger.books.numberOf[method.id] = number;
  return method;
}

/** Charges a card. @throws ProcessorError 402 as its bank refuses it */
export function charge({ books }: Ledger, method: string): void {
  const { refusal } = cardOf(books.numberOf[method] ?? '') ?? {};
  const times = books.charges[method] ?? 0;
  if (refusal && (refusal.from === 'first' || times > 0))
    throw cardError(refusal.code, refusal.declineCode, refusal.message);
  books.charges[method] = times + 1;
}

/** Whether the bank wants to see its customer before the first charge. */
export const wantsChallenge = ({ books }: Ledger, method: string): boolean =>
  cardOf(books.numberOf[method] ?? '')?.challenge === true && (books.charges[method] ?? 0) === 0;

export type Paid = (intent: PaymentIntent) => void;

/**
 * Confirms an intent with a card. `paid` runs once it has succeeded; for a card with a challenge that is later.
 * @throws ProcessorError 400 for one that is over, 402 as the card is refused
 */
export function confirmIntent(ledger: Ledger, id: string, methodId: string, paid: Paid): PaymentIntent {
  const intent = find(ledger, 'payment_intent', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw new ProcessorError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent's status is ${intent.status}, so it can't be confirmed.`,
      payment_intent: intent,
    });
  intent.payment_method = methodId;
  intent.last_payment_error = null;
  if (wantsChallenge(ledger, methodId)) {
    intent.status = 'requires_action';
    const url = `${ledger.address()}/challenge?client_secret=${intent.client_secret}`;
    intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } };
    ledger.emit('payment_intent.requires_action', intent);
    return intent;
  }
  settle(ledger, intent, methodId, paid);
  return intent;
}

/** What the bank says after its challenge. */
export function answerChallenge(ledger: Ledger, id: string, passed: boolean, paid: Paid): PaymentIntent {
  const intent = find(ledger, 'payment_intent', id);
  if (intent.status !== 'requires_action' || intent.payment_method === null) return intent;
  if (passed) settle(ledger, intent, intent.payment_method, paid);
  else
    refuse(ledger, intent, {
      type: 'card_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
  return intent;
}

function settle(ledger: Ledger, intent: PaymentIntent, methodId: string, paid: Paid): void {
  try {
    charge(ledger, methodId);
  } catch (error) {
    if (error instanceof ProcessorError) {
      refuse(ledger, intent, error.body);
      throw new ProcessorError(402, { ...(error.body as { type: string; message: string }), payment_intent: intent });
    }
    throw error;
  }
  intent.status = 'succeeded';
  intent.next_action = null;
  intent.amount_received = intent.amount;
  find(ledger, 'payment_method', methodId).customer = intent.customer;
  ledger.emit('payment_intent.succeeded', intent);
  paid(intent);
}

function refuse(ledger: Ledger, intent: PaymentIntent, error: Record<string, unknown>): void {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.last_payment_error = error;
  intent.payment_method = null;
  ledger.emit('payment_intent.payment_failed', intent);
}
