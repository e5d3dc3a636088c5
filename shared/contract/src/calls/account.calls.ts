import * as v from 'valibot';
import { call } from '../call.ts';
import {
  AccountBelongings,
  AccountExport,
  AccountLink,
  AccountLinkInput,
  AccountLinkUsed,
  EmailChange,
  EmailChangeInput,
} from '../schemas/account.ts';
import { Outcome, Redirect } from '../schemas/user.ts';

/** Who the account belongs to and whether it exists is nothing for a token. */
const own = { audience: 'customer', scope: 'closed' } as const;
const GUESSED = { tries: 10, windowSeconds: 900 } as const;

/** What customers do to their own account as a whole. Staff are changed by other staff. */
export const accountCalls = {
  emailChange: call({
    method: 'GET',
    path: '/account/email-change',
    member: 'own',
    summary: 'The change of the caller’s email that waits for its confirmations, or null',
    ...own,
  }).output(v.object({ change: v.nullable(EmailChange) })),
  changeEmail: call({
    everyTryCounts: true,
    neverKept: true,
    method: 'POST',
    path: '/account/email-change',
    member: 'own',
    summary:
      'Ask for another email; both addresses get a link and nothing changes before both have confirmed. The answer never tells whether the address is taken',
    ...own,
    stepUp: true,
    errors: ['RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(EmailChangeInput)
    .output(v.object({ ...Outcome.entries, data: EmailChange })),
  stopEmailChange: call({
    method: 'DELETE',
    path: '/account/email-change',
    member: 'own',
    summary: 'Stop the change of the email that waits; its links end',
    ...own,
    notActing: true,
    errors: ['NOT_FOUND'],
  }).output(Outcome),
  belongings: call({
    method: 'GET',
    path: '/account/deletion',
    member: 'customer',
    summary: 'What a deletion of the caller’s account would remove',
    ...own,
  }).output(AccountBelongings),
  remove: call({
    neverKept: true,
    method: 'POST',
    path: '/account/deletion',
    member: 'customer',
    summary:
      'Delete the caller’s account with everything of theirs, in 14 days; until then the link of an email undoes it',
    ...own,
    stepUp: true,
  }).output(Redirect),
  export: call({
    method: 'GET',
    path: '/account/export',
    member: 'customer',
    summary: 'The newest archive of everything that belongs to the caller, or null',
    ...own,
  }).output(v.object({ export: v.nullable(AccountExport) })),
  startExport: call({
    everyTryCounts: true,
    neverKept: true,
    grows: true,
    method: 'POST',
    path: '/account/export',
    member: 'customer',
    summary: 'Make an archive of everything that belongs to the caller; it replaces an earlier one',
    ...own,
    notActing: true,
    errors: ['EXPORT_RUNNING', 'RATE_LIMITED', 'DISK_FULL'],
    limit: GUESSED,
  }).output(v.object({ ...Outcome.entries, data: AccountExport })),
  exportLink: call({
    neverKept: true,
    method: 'POST',
    path: '/account/export/download',
    member: 'customer',
    summary: 'A signed address of the archive, which ends after an hour',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND'],
  }).output(v.object({ status: v.literal(true), url: v.string(), expires_at: v.string() })),
  link: call({
    noAuditLine: true,
    neverKept: true,
    method: 'POST',
    path: '/account/link',
    summary: 'What the link of an email about an account would do, without using it up',
    audience: 'public',
    errors: ['TOKEN_INVALID', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(AccountLinkInput)
    .output(AccountLink),
  useLink: call({
    noAuditLine: true,
    neverKept: true,
    method: 'POST',
    path: '/account/link/use',
    summary: 'Confirm or undo a change of the email, or undo the deletion of an account, with the link of an email',
    audience: 'public',
    errors: ['TOKEN_INVALID', 'EMAIL_TAKEN', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(AccountLinkInput)
    .output(AccountLinkUsed),
};
