import { directoryErrors } from './directory-errors.ts';
import { fileErrors } from './file-errors.ts';
import { githubErrors } from './github-errors.ts';
import { installationErrors } from './installation-errors.ts';
import { machineErrors } from './machine-errors.ts';
import { memberErrors } from './member-errors.ts';
import { previewErrors } from './preview-errors.ts';
import { pageErrors } from './page-errors.ts';
import { signInErrors } from './sign-in-errors.ts';
import { sellingErrors } from './selling-errors.ts';
import { staffErrors } from './staff-errors.ts';
import { studioErrors } from './studio-errors.ts';

/**
 * The error catalogue. A code is stable; its text is the specification's where there is one (§8). `{name}` in a text
 * is replaced by a value of the error, or by the entry's default.
 */
type Entry = { httpStatus: number; title?: string; message: string; values?: Readonly<Record<string, string>> };

export const errorCatalogue = {
  BAD_REQUEST: { httpStatus: 400, message: 'The request could not be read. Check it and try again.' },
  VALIDATION: { httpStatus: 422, title: 'Check your input', message: 'Some values are not valid.' },
  UNAUTHENTICATED: { httpStatus: 401, message: 'Your session expired, please sign in to continue!' },
  TOKEN_WRONG: { httpStatus: 401, message: '{reason}' },
  ...signInErrors,
  FORBIDDEN: { httpStatus: 403, message: 'You do not have access to this.' },
  ...sellingErrors,
  ...staffErrors,
  ...installationErrors,
  ...machineErrors,
  ...memberErrors,
  ...studioErrors,
  CSRF: {
    httpStatus: 403,
    message: 'This request did not come from an open page of the panel. Reload the page and try again.',
  },
  VIEWER_CHANGED: {
    httpStatus: 409,
    title: 'Another account is signed in',
    message:
      'This page was opened by another account than the one that is signed in now. Nothing was changed. Reload the page to continue.',
  },
  SECTION_OFF: { httpStatus: 403, message: 'This section is switched off.' },
  TENANT_MISMATCH: { httpStatus: 403, message: 'You are signed in with a different account.' },
  NOT_FOUND: { httpStatus: 404, title: 'Not found', message: 'This could not be found. It may have been deleted.' },
  METHOD_NOT_ALLOWED: { httpStatus: 405, message: 'This address does not support this method.' },
  CONFLICT: {
    httpStatus: 409,
    message: 'This was changed in the meantime{by}. Reload the page and try again.',
    values: { by: '' },
  },
  TASK_RUNNING: { httpStatus: 409, message: 'This site is being changed. Wait until that finishes.' },
  TASK_ENDED: { httpStatus: 409, title: 'Already ended', message: 'This task has already ended: it {ended}.' },
  TASK_NOT_CANCELLABLE: {
    httpStatus: 409,
    title: 'Too late to cancel',
    message: 'This task can no longer be cancelled: "{step}" has begun and cannot be undone. Wait until it has ended.',
  },
  BAD_TRANSITION: { httpStatus: 409, message: 'This can’t be done while the site is {from}.' },
  MIGRATION_TRANSITION: { httpStatus: 409, message: 'This can’t be done while the migration is {from}.' },
  MIGRATION_LIMIT: {
    httpStatus: 409,
    title: 'Too many migrations',
    message: 'You can have {limit} migrations at a time. Delete one that you no longer need.',
  },
  NAME_TAKEN: { httpStatus: 409, message: pageErrors.NAME_TAKEN },
  NAME_RESERVED: { httpStatus: 409, message: pageErrors.NAME_RESERVED },
  TOO_LARGE: { httpStatus: 413, message: 'The request is larger than {limit}.' },
  UPLOAD_STOPPED: {
    httpStatus: 422,
    title: 'This took too long',
    message:
      '{what} took too long to check or needs too much memory, so the check was stopped and nothing was changed. Make it smaller or simpler, then try again.',
  },
  UPLOADS_WAITING: {
    httpStatus: 429,
    title: 'Too many at once',
    message: 'Too many of your files are being checked at the moment. Wait until they are done, then try again.',
  },
  MISDIRECTED: { httpStatus: 421, message: 'There’s no panel at this address.' },
  IDEMPOTENCY_REUSED: {
    httpStatus: 422,
    message: 'This request was already sent with other content. Reload the page and try again.',
  },
  IDEMPOTENCY_RUNNING: { httpStatus: 409, message: 'The same request is still being processed.' },
  TOKEN_INVALID: { httpStatus: 400, message: pageErrors.TOKEN_INVALID },
  PASSWORD_WRONG: { httpStatus: 400, message: 'The current password is wrong.' },
  RATE_LIMITED: { httpStatus: 429, message: 'Too many attempts. Try again in {minutes} minutes.' },
  ABUSE: { httpStatus: 403, message: pageErrors.ABUSE },
  SITE_QUOTA: {
    httpStatus: 409,
    title: 'There is not enough licences to create the website.',
    message:
      'You’ve used all {limit} sites of your {plan} plan. Delete a site that you no longer need, or upgrade your plan.',
  },
  APP_QUOTA: {
    httpStatus: 409,
    title: 'No application left in your plan',
    message:
      'You’ve used all {limit} applications of your {plan} plan. Delete an application that you no longer need, or upgrade your plan.',
  },
  PARTNER_CUSTOMERS: {
    httpStatus: 409,
    title: 'No more customers possible',
    message:
      'The limit of this panel for customers is {limit}. Delete customers that have left, or ask your provider for more.',
  },
  PARTNER_SITES: {
    httpStatus: 409,
    title: 'No more sites possible',
    message:
      'The limit of this panel for sites and applications is {limit}. Delete one that is no longer needed, or ask your provider for more.',
  },
  PARTNER_DISK: {
    httpStatus: 409,
    title: 'No disk space left',
    message:
      'The limit of this panel for files and databases is {limit} GB. Delete sites that are no longer needed and empty the bin, or ask your provider for more.',
  },
  PARTNER_OWN: {
    httpStatus: 409,
    title: 'You are on this partner’s panel',
    message: 'Sign in to the panel of another partner, and suspend or delete this one there.',
  },
  SIGNUP_CLOSED: {
    httpStatus: 409,
    title: 'No new accounts',
    message: 'This panel takes no new accounts at the moment. Write to {email}.',
  },
  PARTNER_CLOSED: {
    httpStatus: 409,
    title: 'The panel of this partner is closed',
    message: 'Nobody can accept an invitation to it. End the suspension or undo the deletion first.',
  },
  PARTNER_DELETING: {
    httpStatus: 409,
    title: 'This partner is being deleted',
    message: 'The days in which you could undo it are over. Its customers and sites are being deleted now.',
  },
  PARTNER_SUSPENDED: {
    httpStatus: 403,
    title: 'Panel suspended',
    message: 'This panel is suspended. Nothing was deleted. Write to {email} to find out more.',
  },
  BUILDS_UNAVAILABLE: { httpStatus: 409, title: 'Builds can’t run on this server', message: '{reason}' },
  APP_SCHEDULE_LIMIT: {
    httpStatus: 409,
    title: 'Too many scheduled commands',
    message: 'An application can have {limit} scheduled commands. Delete one that you no longer need.',
  },
  DATABASES_UNAVAILABLE: { httpStatus: 409, title: 'Databases can’t run on this server', message: '{reason}' },
  ...fileErrors,
  BUILD_NOT_KEPT: {
    httpStatus: 409,
    title: 'This release is gone',
    message: 'Only the last {limit} releases are kept. Deploy the commit again instead.',
  },
  ...previewErrors,
  LICENSE_NOT_VALID: {
    httpStatus: 409,
    title: 'License not valid',
    message: 'This license has expired or was deactivated. Choose another one.',
  },
  LICENSE_USED: {
    httpStatus: 409,
    title: 'License in use',
    message: 'This license is already used by {limit}. Choose another license.',
  },
  SSL_OFF: {
    httpStatus: 409,
    title: 'No HTTPS',
    message: 'HTTPS is switched off on this server. Contact support.',
  },
  DOMAIN_USED: { httpStatus: 409, message: pageErrors.DOMAIN_USED },
  DOMAIN_LICENSE: {
    httpStatus: 409,
    title: 'License needed',
    message: 'A site needs a license for a domain of its own. Choose one that has a site left, or contact support.',
  },
  DOMAIN_EXISTS: {
    httpStatus: 409,
    message: 'This site already has the domain {domain}. Remove it first.',
  },
  DOMAIN_NOT_VERIFIED: {
    httpStatus: 409,
    message: 'This domain isn’t verified yet. Verify it first.',
  },
  LICENSE_NOT_RENEWABLE: {
    httpStatus: 409,
    title: 'License not renewed',
    message: 'This license does not renew automatically. To extend it, contact {contact}.',
  },
  PAYMENT_OFF: {
    httpStatus: 409,
    title: 'Payments are not set up',
    message: 'Nothing can be bought here at the moment. Contact {contact}.',
  },
  PAYMENT_DECLINED: { httpStatus: 402, title: 'Payment declined', message: '{reason}' },
  PAYMENT_UNAVAILABLE: {
    httpStatus: 503,
    title: 'Payment not started',
    message: 'The payment operation can not start, please try again later!',
  },
  PAYMENT_AWAY: {
    httpStatus: 503,
    title: 'No answer from the payment provider',
    message: 'The payment provider does not answer. Try again in a minute.',
  },
  REFUND_RUNNING: {
    httpStatus: 409,
    title: 'Another refund is not finished',
    message:
      'The payment provider has not answered yet whether another refund of this invoice was made. Try again in a few minutes.',
  },
  REFUND_CHANGED: {
    httpStatus: 409,
    title: 'Refunded in the meantime',
    message:
      'Another refund of this invoice was made since this page was opened. Check what is left of it, then try again.',
  },
  REFUND_REFUSED: {
    httpStatus: 409,
    title: 'Not refunded',
    message: 'The payment provider refused the refund: {reason}',
  },
  CARD_IN_USE: {
    httpStatus: 409,
    title: 'This card is in use',
    message:
      'A running subscription is paid with this card. Make another card the default, then remove this one. If you have no other card, add one first.',
  },
  CARD_MISSING: {
    httpStatus: 409,
    title: 'Add a card first',
    message: 'No card would pay this subscription. Add a card first and make it the default.',
  },
  SUBSCRIPTION_ENDED: {
    httpStatus: 409,
    title: 'Subscription ended',
    message: 'This subscription has ended, so it can no longer be changed. Buy a new license instead.',
  },
  PLAN_SAME: { httpStatus: 409, title: 'Nothing to change', message: 'This license already has this plan.' },
  PRORATION_CHANGED: {
    httpStatus: 409,
    title: 'The price has changed',
    message: 'The price of this change is not what you saw any more. Look at it again before you pay.',
  },
  PLAN_TOO_SMALL: {
    httpStatus: 409,
    title: 'Too many in use',
    message: 'This license is used by {used}, and the smaller plan allows {limit}. Take it off some of them first.',
  },
  BIN_FULL: {
    httpStatus: 409,
    title: 'Your bin is full',
    message:
      'The bin holds {count} deleted sites. Open the bin, and delete for good what you no longer need, or wait until it is emptied.',
  },
  BACKUP_NOT_COMPLETE: {
    httpStatus: 409,
    message: 'This backup has no complete archive. Choose another backup.',
  },
  BACKUP_DAMAGED: {
    httpStatus: 409,
    title: 'Backup damaged',
    message:
      'The archive of this backup is damaged: it is not what was stored{files}. Nothing was restored. Choose another backup.',
    values: { files: '' },
  },
  BACKUP_LIMIT: {
    httpStatus: 409,
    message: 'A site can have {limit} manual backups. Delete one that you no longer need.',
  },
  BLUEPRINT_NOT_COMPLETE: {
    httpStatus: 409,
    message: 'This blueprint has no complete archive. Choose another one.',
  },
  BLUEPRINT_DAMAGED: {
    httpStatus: 409,
    title: 'Blueprint damaged',
    message:
      'The archive of this blueprint is damaged: it is not what was stored{files}. Nothing was taken from it. Choose another blueprint.',
    values: { files: '' },
  },
  BLUEPRINT_LIMIT: { httpStatus: 409, message: 'You can have {limit} blueprints. Delete one that you no longer need.' },
  BLUEPRINT_NOT_PARTNERS: {
    httpStatus: 409,
    message: 'This blueprint belongs to a customer. Only those that your staff made can be offered to all customers.',
  },
  SITE_NOT_READY: { httpStatus: 409, message: 'The site is not ready. Wait until its current task has ended.' },
  STAGING_EXISTS: { httpStatus: 409, message: 'This site has a staging environment. Delete it first.' },
  STAGING_NAME: { httpStatus: 409, message: 'A staging site takes its name from the live one.' },
  VERSIONS_DIFFER: {
    httpStatus: 409,
    message:
      'Staging runs WordPress {staging} and the live site {live}. Publish files and database together, or upgrade one of the two first.',
  },
  NOTHING_TO_REVERT: {
    httpStatus: 409,
    message: 'There is no publish to revert. Its backup was restored or deleted.',
  },
  SITE_UNAVAILABLE: { httpStatus: 503, title: 'The site did not answer', message: '{reason}' },
  RENAME_NOT_SUBDOMAIN: { httpStatus: 409, message: 'Only a site on a subdomain can be renamed.' },
  ANNOUNCEMENT_LIMIT: {
    httpStatus: 409,
    title: 'Too many announcements',
    message: 'You can have {limit} announcements that have not ended. End one that is no longer needed.',
  },
  ANNOUNCEMENT_ENDED: {
    httpStatus: 409,
    title: 'Announcement ended',
    message: 'This announcement has ended, so it can’t be changed. Write a new one.',
  },
  VIEW_LIMIT: { httpStatus: 409, message: 'You can have {limit} views of a list. Delete one that you no longer need.' },
  VIEW_TAKEN: { httpStatus: 409, message: 'You have a view with this name.' },
  INCIDENT_LIMIT: {
    httpStatus: 409,
    title: 'Too many incidents',
    message: 'The status page can have {limit} incidents and maintenances that are not over. Resolve one first.',
  },
  HELP_LIMIT: {
    httpStatus: 409,
    title: 'Too many articles',
    message: 'You can have {limit} help articles. Delete one that you no longer need.',
  },
  ...directoryErrors,
  ...githubErrors,
  ARCHIVE_REFUSED: { httpStatus: 422, title: 'This file cannot be used', message: '{reason}' },
  PICTURE_LIMIT: {
    httpStatus: 409,
    title: 'Too many pictures',
    message:
      'A site can have {count} pictures with {size} in total. Delete pictures that no page uses, then try again.',
  },
  PICTURE_IN_USE: {
    httpStatus: 409,
    title: 'This picture is used',
    message: 'The page “{page}” shows this picture. Remove it there, then delete it.',
  },
  RELEASE_REFUSED: { httpStatus: 422, title: 'Release refused', message: '{reason}' },
  RELEASE_EXISTS: {
    httpStatus: 409,
    title: 'Release refused',
    message: '{package} {version} was published before with other content. Give it another version.',
  },
  SIGNATURE_INVALID: { httpStatus: 422, title: 'Release refused', message: '{reason}' },
  KEY_REFUSED: { httpStatus: 403, title: 'Key refused', message: '{reason}' },
  APPROVAL_REFUSED: { httpStatus: 409, title: 'Nothing was changed', message: '{reason}' },
  TEAM_REFUSED: { httpStatus: 409, title: 'Nothing was changed', message: '{reason}' },
  STORE_UNAVAILABLE: { httpStatus: 503, message: 'The release storage is unavailable at the moment. {reason}' },
  NOT_AVAILABLE: { httpStatus: 503, message: 'This is not available at the moment. Try again in a minute.' },
  SHELL_WITHDRAWN: {
    httpStatus: 503,
    message: 'The panel’s version was withdrawn, and there is no other one yet. Try again in a few minutes. (P105)',
  },
  DISK_FULL: {
    httpStatus: 507,
    title: 'Storage full',
    message:
      'The server has too little free disk space for this. Delete what you no longer need, also in the bin of your sites, or contact support.',
  },
  BULK_TOO_MANY: { httpStatus: 422, message: 'One change can have at most {limit}. Narrow the list first.' },
  TAGS_FULL: { httpStatus: 409, message: 'There are {limit} tags already. Remove one first.' },
  INTERNAL: { httpStatus: 500, message: 'Something went wrong during process your request' },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every unsuccessful response (decision: Writes). */
export type ErrorEnvelope = {
  status: false;
  code: ErrorCode;
  title: string;
  message: string;
  /** The message before its values were inserted, and these, so that a page can say it in another language. */
  template?: string;
  values?: Record<string, string | number>;
  redirectUrl?: string;
  /** Input path (dots) → what is wrong with it; only with VALIDATION. */
  fields?: Record<string, string>;
  /** What the caller expected to be otherwise, as it is now; with CONFLICT. */
  current?: Record<string, unknown>;
  /** The running task, with TASK_RUNNING. */
  task_id?: string;
  requestId?: string;
};

/** The text of a code with its values filled in. */
export function errorText(
  code: ErrorCode,
  values: Record<string, string | number> = {},
): { title: string; message: string; template: string; values: Record<string, string | number> } {
  const entry: Entry = errorCatalogue[code];
  const all = { ...entry.values, ...values };
  const message = entry.message.replace(/\{(\w+)\}/g, (whole, name: string) => String(all[name] ?? whole));
  return { title: entry.title ?? 'Error', message, template: entry.message, values: all };
}
