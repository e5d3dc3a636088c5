import * as v from 'valibot';
import { Email } from './fields.ts';
import { Outcome } from './user.ts';

/** How long both addresses have to confirm a change of the email. */
export const EMAIL_CHANGE_HOURS = 24;
/** How long the old address can undo a change of the email. */
export const EMAIL_UNDO_DAYS = 14;

/**
 * What the link of an email does to an account that its owner has changed: one of the two confirmations of a new email, undoing
 * that change, or undoing the deletion of the account.
 */
export const ACCOUNT_LINK_KINDS = ['confirm_old_email', 'confirm_new_email', 'undo_email', 'keep_account'] as const;
export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number];

export const AccountLinkInput = v.object({
  token: v.pipe(v.string(), v.minLength(20, 'This link is incomplete.'), v.maxLength(200)),
});

/** `email`: the one that the link was sent to. `new_email`: the one that the account gets, or has got; null for the other kinds. */
export const AccountLink = v.object({
  kind: v.picklist(ACCOUNT_LINK_KINDS),
  email: v.string(),
  new_email: v.nullable(v.string()),
  /** Whether the change of the email is done. */
  is_done: v.boolean(),
  /** When the account is deleted for good; null for the other kinds. */
  deletes_at: v.nullable(v.string()),
});
export type AccountLink = v.InferOutput<typeof AccountLink>;

/** `waiting`: the other address has not confirmed yet. `stopped`: a change that was not done yet is not done any more. */
export const ACCOUNT_LINK_OUTCOMES = ['waiting', 'changed', 'stopped', 'undone', 'kept'] as const;
export const AccountLinkUsed = v.object({ ...Outcome.entries, outcome: v.picklist(ACCOUNT_LINK_OUTCOMES) });
export type AccountLinkUsed = v.InferOutput<typeof AccountLinkUsed>;

export const EmailChangeInput = v.object({ email: Email });

/** A change of the email that waits for its confirmations. */
export const EmailChange = v.object({
  email: v.string(),
  old_confirmed: v.boolean(),
  new_confirmed: v.boolean(),
  expires_at: v.string(),
});
export type EmailChange = v.InferOutput<typeof EmailChange>;

/** What a deletion of the account would remove. Staging environments count as sites. */
export const AccountBelongings = v.object({
  sites: v.number(),
  apps: v.number(),
  licenses: v.number(),
  backups: v.number(),
  /** Sites and applications in the bin. */
  binned: v.number(),
});
export type AccountBelongings = v.InferOutput<typeof AccountBelongings>;

/** How long the archive of an account's data is kept. */
export const ACCOUNT_EXPORT_DAYS = 7;
/** Where the archive is downloaded, followed by a signed ticket. */
export const ACCOUNT_EXPORT_PATH = '/account-export/';

/** The archive of everything that belongs to an account, as it was made last. */
export const AccountExport = v.object({
  id: v.string(),
  status: v.picklist(['running', 'ready', 'failed']),
  /** Bytes; null until it is ready. */
  size: v.nullable(v.number()),
  created_at: v.string(),
  /** When it is removed; null until it is ready. */
  expires_at: v.nullable(v.string()),
});
export type AccountExport = v.InferOutput<typeof AccountExport>;
