import { charge, wantsChallenge } from './charge.ts';
import type { SetupIntent } from './customer-objects.ts';
import { find, type Ledger } from './ledger.ts';
import type { PaymentMethod } from './objects.ts';
import { ProcessorError } from './processor-error.ts';

/** What is done once a card was confirmed. */
export type Confirmed = (intent: SetupIntent) => void;

/** Keeps a card for a customer, after its bank was asked. @throws ProcessorError 400 for one that is over, 402 as the card is refused */
export function confirmSetup(
  ledger: Ledger,
  intent: SetupIntent,
  { id }: PaymentMethod,
  confirmed: Confirmed,
): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw new ProcessorError(400, {
      type: 'invalid_request_error',
      code: 'setup_intent_unexpected_state',
      message: `This SetupIntent's status is ${intent.status}, so it can't be confirmed.`,
      setup_intent: intent,
    });
  intent.payment_method = id;
  intent.last_setup_error = null;
  if (!wantsChallenge(ledger, id)) return settle(ledger, intent, id, confirmed);
  intent.status = 'requires_action';
  const url = `${ledger.address()}/challenge?client_secret=${intent.client_secret}`;
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } };
  ledger.emit('setup_intent.requires_action', intent);
  return intent;
}

/** What the bank says after its challenge. */
export function answerSetup(ledger: Ledger, intent: SetupIntent, passed: boolean, confirmed: Confirmed): void {
  if (intent.status !== 'requires_action' || intent.payment_method === null) return;
  if (passed) return void settle(ledger, intent, intent.payment_method, confirmed);
  refuse(ledger, intent, {
    type: 'card_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

/** Ends an intent: no card can be confirmed with it any more. @throws ProcessorError 400 for one that is over */
export function cancelSetup(ledger: Ledger, intent: SetupIntent): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw new ProcessorError(400, {
      type: 'invalid_request_error',
      code: 'setup_intent_unexpected_state',
      message: `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
      setup_intent: intent,
    });
  intent.status = 'canceled';
  intent.next_action = null;
  ledger.emit('setup_intent.canceled', intent);
  return intent;
}

function settle(ledger: Ledger, intent: SetupIntent, methodId: string, confirmed: Confirmed): SetupIntent {
  try {
    charge(ledger, methodId);
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    refuse(ledger, intent, error.body);
    throw new ProcessorError(402, { ...(error.body as { type: string; message: string }), setup_intent: intent });
  }
  intent.status = 'succeeded';
  intent.next_action = null;
  const method = find(ledger, 'payment_method', methodId);
  method.customer = intent.customer;
  ledger.emit('payment_method.attached', method);
  ledger.emit('setup_intent.succeeded', intent);
  confirmed(intent);
  return intent;
}

function refuse(ledger: Ledger, intent: SetupIntent, error: Record<string, unknown>): void {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.last_setup_error = error;
  intent.payment_method = null;
  ledger.emit('setup_intent.setup_failed', intent);
}
