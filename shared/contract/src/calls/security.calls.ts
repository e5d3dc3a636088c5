import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import {
  NewTotp,
  OwnSession,
  OwnSessionListQuery,
  ProofInput,
  RecoveryCodes,
  RemoveTotpInput,
  SecondFactors,
  StaffPolicy,
  TotpCodeInput,
} from '../schemas/security.ts';
import { Outcome } from '../schemas/user.ts';

/** How somebody gets into the account is nothing for a token. */
const own = { audience: 'signed-in', scope: 'closed', withoutSecondFactor: true } as const;
const GUESSED = { tries: 10, windowSeconds: 900 } as const;

/** What keeps the caller's own account safe: where it is signed in, and what a sign-in asks for. */
export const securityCalls = {
  sessions: call({
    method: 'GET',
    path: '/security/sessions',
    summary: 'Sessions of the caller by page',
    ...own,
  })
    .input(OwnSessionListQuery)
    .output(page(OwnSession)),
  endSession: call({
    method: 'DELETE',
    path: '/security/sessions/{id}',
    summary: 'Sign one browser out; its next request is rejected',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(Outcome),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/security/sessions',
    summary: 'Sign all other browsers out',
    ...own,
    stepUp: true,
  }).output(v.object({ status: v.literal(true), ended: v.number() })),
  prove: call({
    noAuditLine: true,
    neverKept: true,
    method: 'POST',
    path: '/security/proof',
    summary: 'Prove again who one is, as dangerous calls ask for',
    ...own,
    errors: ['PASSWORD_WRONG', 'CODE_WRONG', 'PASSKEY_REFUSED', 'PASSKEY_COPIED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(ProofInput)
    .output(Outcome),
  factors: call({
    method: 'GET',
    path: '/security/factors',
    summary: 'What a sign-in of the caller asks for besides the password',
    ...own,
  }).output(SecondFactors),
  beginTotp: call({
    neverKept: true,
    method: 'POST',
    path: '/security/totp',
    summary: 'Get the secret for an authenticator app; a code of the app confirms it',
    ...own,
    stepUp: true,
    errors: ['SECOND_FACTOR_EXISTS'],
  }).output(NewTotp),
  confirmTotp: call({
    neverKept: true,
    method: 'POST',
    path: '/security/totp/confirm',
    summary: 'Confirm the authenticator app with a code; from now on a sign-in asks for one',
    ...own,
    stepUp: true,
    errors: ['CODE_WRONG', 'RATE_LIMITED', 'NOT_FOUND'],
  })
    .input(TotpCodeInput)
    .output(RecoveryCodes),
  removeTotp: call({
    neverKept: true,
    method: 'POST',
    path: '/security/totp/remove',
    summary: 'Remove the authenticator app, with the password and a code',
    ...own,
    stepUp: true,
    errors: ['PASSWORD_WRONG', 'CODE_WRONG', 'RATE_LIMITED', 'NOT_FOUND', 'LAST_SECOND_FACTOR'],
    limit: GUESSED,
  })
    .input(RemoveTotpInput)
    .output(Outcome),
  newRecoveryCodes: call({
    neverKept: true,
    method: 'POST',
    path: '/security/recovery-codes',
    summary: 'Replace the recovery codes by new ones',
    ...own,
    stepUp: true,
    errors: ['SECOND_FACTOR_MISSING'],
  }).output(RecoveryCodes),
  staffPolicy: call({
    method: 'GET',
    path: '/security/staff-policy',
    summary: 'What the partner requires of its staff',
    audience: 'staff',
    withoutSecondFactor: true,
  }).output(StaffPolicy),
  saveStaffPolicy: call({
    method: 'PUT',
    path: '/security/staff-policy',
    summary: 'Require a second factor of all staff, or end that',
    audience: 'staff',
    staff: 'manage',
    stepUp: true,
    errors: ['SECOND_FACTOR_MISSING'],
  })
    .input(StaffPolicy)
    .output(v.object({ ...Outcome.entries, data: StaffPolicy })),
};
