import * as v from 'valibot';
import { call } from '../call.ts';
import { PaymentAccountState, PaymentKeysInput } from '../schemas/payment-account.ts';
import { Outcome } from '../schemas/user.ts';

const staff = { audience: 'staff', staff: 'manage', scope: 'closed' } as const;
/** Each asks the provider several times. */
const ASKED = { everyTryCounts: true, limit: { tries: 30, windowSeconds: 900 } } as const;
const Changed = v.object({ ...Outcome.entries, data: PaymentAccountState });

/** The account at the payment provider that the partner’s customers pay to. */
export const paymentAccountCalls = {
  get: call({
    method: 'GET',
    path: '/partner/payment-account',
    summary: 'The account at the payment provider that the partner’s customers pay to, without its keys',
    audience: 'staff',
    scope: 'closed',
  }).output(PaymentAccountState),
  connect: call({
    neverKept: true,
    method: 'PUT',
    path: '/partner/payment-account',
    summary:
      'Connect an account by its keys, or replace the keys of the connected one; the provider is asked first, and nothing is stored if it refuses them',
    ...staff,
    stepUp: true,
    errors: ['PAYMENT_AWAY', 'PAYMENT_CURRENCIES', 'CONFLICT', 'VALIDATION'],
    ...ASKED,
  })
    .input(PaymentKeysInput)
    .output(Changed),
  check: call({
    neverKept: true,
    method: 'POST',
    path: '/partner/payment-account/check',
    summary: 'Ask the provider whether the connected account still works, and repair its webhook',
    ...staff,
    errors: ['NOT_FOUND', 'PAYMENT_AWAY'],
    ...ASKED,
  }).output(Changed),
  disconnect: call({
    method: 'DELETE',
    path: '/partner/payment-account',
    summary: 'Disconnect the account: its keys are deleted, and new customers pay to the account of the installation',
    ...staff,
    stepUp: true,
    errors: ['NOT_FOUND', 'PAYMENT_ACCOUNT_IN_USE'],
  }).output(Changed),
};
