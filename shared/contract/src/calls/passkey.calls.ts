import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import {
  NewPasskeyInput,
  PasskeyCreation,
  PasskeyNameInput,
  PasskeyRequest,
  PasskeySecondFactorInput,
  PasskeySignInInput,
} from '../schemas/passkey.ts';
import { Outcome, Redirect } from '../schemas/user.ts';

/** How somebody gets into the account is nothing for a token. */
const own = { audience: 'signed-in', scope: 'closed', withoutSecondFactor: true } as const;
const GUESSED = { tries: 10, windowSeconds: 900 } as const;
/** Each writes a row; a page that offers passkeys asks once when it opens. */
const ASKED = { everyTryCounts: true, limit: { tries: 120, windowSeconds: 900 } } as const;

/** Passkeys: to sign in with one alone, as a second factor, and to keep one's own. */
export const passkeyCalls = {
  signInOptions: call({
    neverKept: true,
    noAuditLine: true,
    method: 'POST',
    path: '/passkeys/sign-in/options',
    summary: 'Get a challenge to sign in with a passkey',
    audience: 'public',
    errors: ['RATE_LIMITED'],
    ...ASKED,
  }).output(PasskeyRequest),
  signIn: call({
    neverKept: true,
    noAuditLine: true,
    method: 'POST',
    path: '/passkeys/sign-in',
    summary: 'Sign in with a passkey alone',
    audience: 'public',
    errors: ['PASSKEY_REFUSED', 'PASSKEY_COPIED', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(PasskeySignInInput)
    .output(Redirect),
  secondFactorOptions: call({
    neverKept: true,
    noAuditLine: true,
    method: 'POST',
    path: '/passkeys/second-factor/options',
    summary: 'Get a challenge to finish a sign-in with a passkey',
    audience: 'public',
    errors: ['SIGN_IN_EXPIRED', 'RATE_LIMITED'],
    ...ASKED,
  }).output(PasskeyRequest),
  secondFactor: call({
    neverKept: true,
    noAuditLine: true,
    method: 'POST',
    path: '/passkeys/second-factor',
    summary: 'Finish a sign-in with a passkey',
    audience: 'public',
    errors: ['SIGN_IN_EXPIRED', 'PASSKEY_REFUSED', 'PASSKEY_COPIED', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(PasskeySecondFactorInput)
    .output(Redirect),
  proofOptions: call({
    neverKept: true,
    noAuditLine: true,
    method: 'POST',
    path: '/passkeys/proof/options',
    summary: 'Get a challenge to prove again with a passkey who one is',
    ...own,
    errors: ['RATE_LIMITED'],
    ...ASKED,
  }).output(PasskeyRequest),
  begin: call({
    neverKept: true,
    noAuditLine: true,
    method: 'POST',
    path: '/passkeys/options',
    summary: 'Get what the browser needs to make a passkey',
    ...own,
    stepUp: true,
    errors: ['PASSKEY_LIMIT', 'RATE_LIMITED'],
    ...ASKED,
  }).output(PasskeyCreation),
  add: call({
    neverKept: true,
    method: 'POST',
    path: '/passkeys',
    summary: 'Add a passkey; recovery codes come with the first second factor',
    ...own,
    stepUp: true,
    errors: ['PASSKEY_REFUSED', 'PASSKEY_LIMIT', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(NewPasskeyInput)
    /** The codes are in this answer only; none when there are some already. */
    .output(v.object({ status: v.literal(true), codes: v.array(v.string()) })),
  rename: call({
    method: 'PUT',
    path: '/passkeys/{id}',
    summary: 'Rename a passkey',
    ...own,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id, ...PasskeyNameInput.entries }))
    .output(Outcome),
  remove: call({
    method: 'DELETE',
    path: '/passkeys/{id}',
    summary: 'Remove a passkey',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND', 'LAST_SECOND_FACTOR'],
  })
    .input(v.object({ id: Id }))
    .output(Outcome),
};
