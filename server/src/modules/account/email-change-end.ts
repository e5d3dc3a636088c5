import type { AccountLinkUsed } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { endDatabasesOf } from '../site-access/database-access.repo.ts';
import { resetMail } from '../session/account-mails.ts';
import { rememberBrowser } from '../session/known-browser.ts';
import { endPendingOf } from '../session/pending-sign-in.repo.ts';
import { rememberedHash } from '../session/remembered-browser.ts';
import { forgetBrowsersOf } from '../session/remembered-browser.repo.ts';
import { endFactorsSince } from '../second-factor/factor-set.ts';
import { deleteSessionsOf } from '../session/session.repo.ts';
import { useUpTokensOf } from '../session/token.repo.ts';
import { deleteIdentitiesSince } from '../login-provider/login-provider.repo.ts';
import { followEmail } from '../payment/payer-email.ts';
import { emailChangedMail } from './account-change-mails.ts';
import { stopOwnDeletion } from './account-deletion.service.ts';
import { findReserved } from '../user/reserved-email.repo.ts';
import { linkUrl, makeLink } from './account-link.ts';
import { UNDO_MS } from './email-change.service.ts';
import { endChangesFrom, setEmail, updateChange, type EmailChangeRow } from './email-change.repo.ts';

/** What became of a link, and what follows once that is stored; the edge forgets what it knows of the addresses. */
export type After = {
  outcome: AccountLinkUsed['outcome'];
  addresses?: readonly string[];
  afterwards?: () => Promise<void>;
};

/** Who does it and whom it concerns: links are of customers, and of the members of their accounts. */
export const ownerOf = ({ partner, request }: CallContext, { id, email, accountId }: UserRow) => ({
  ...{ partnerId: partner.id, userId: id, customerId: accountId ?? id },
  request: accountId ? { ...request, member: { id, email } } : request,
});

/**
 * Changes the email. The browser that confirmed stays signed in, all others are signed out; links that were sent to the old
 * address set no password any more. Login providers are linked to the account, whatever its email is.
 * @throws PanelError EMAIL_TAKEN when the new one may go back to another account
 */
export async function finishChange(
  context: CallContext,
  tx: Database,
  owner: UserRow,
  change: EmailChangeRow,
): Promise<After> {
  const { app, partner, viewer } = context;
  const now = app.clock.now();
  const isOwn = viewer?.user.id === owner.id && !viewer.actor;
  const expiresAt = new Date(now.getTime() + UNDO_MS);
  await setEmail(tx, owner.id, change.newEmail, now);
  // Asked afterwards: the update has waited for another account's change that was just being finished.
  const wanted = { partnerId: partner.id, exceptId: owner.id, now, email: change.newEmail };
  if (await findReserved(tx, wanted)) throw new PanelError('EMAIL_TAKEN');
  await updateChange(tx, change.id, { doneAt: now, expiresAt });
  await useUpTokensOf(tx, owner.id, now);
  await deleteSessionsOf(tx, owner.id, isOwn ? viewer.session?.hash : undefined);
  await forgetBrowsersOf(tx, owner.id, isOwn ? rememberedHash(context) : undefined);
  await endPendingOf(tx, owner.id);
  const undo = await makeLink(tx, { userId: owner.id, kind: 'undo_email', emailChangeId: change.id, expiresAt });
  const who = ownerOf(context, owner);
  await audit(tx, 'email.change', who, { from: change.oldEmail, to: change.newEmail });
  const facts = { email: change.newEmail, undoUrl: linkUrl(app, partner, undo) };
  await app.mail.queue(tx, emailChangedMail(partner, { email: change.oldEmail, language: owner.language }, facts));
  if (isOwn) context.cookies.push(rememberBrowser(context, change.newEmail));
  return {
    outcome: 'changed',
    afterwards: async () => {
      await app.mail.sendWaiting();
      await followEmail(app, owner.id);
    },
  };
}

/**
 * Stops a change that waits, or gives the account its old email back: then somebody else may have been in it, so all sessions
 * end, what has opened it since the change was asked for opens it no more, a deletion that was begun with it stops, and the
 * old address gets a link to set a new password.
 */
export async function undoChange(
  context: CallContext,
  tx: Database,
  { owner, change }: { owner: UserRow; change: EmailChangeRow },
): Promise<After> {
  const { app, partner } = context;
  const now = app.clock.now();
  const who = ownerOf(context, owner);
  const facts = { from: owner.email, to: change.oldEmail };
  await endChangesFrom(tx, change);
  if (change.doneAt === null) {
    await audit(tx, 'email.stop', who, { to: change.newEmail });
    return { outcome: 'stopped' };
  }
  await setEmail(tx, owner.id, change.oldEmail, now);
  await useUpTokensOf(tx, owner.id, now);
  await deleteSessionsOf(tx, owner.id);
  await forgetBrowsersOf(tx, owner.id);
  await endPendingOf(tx, owner.id);
  await endDatabasesOf(tx, owner.id, now);
  await endFactorsSince(tx, owner.id, change.createdAt);
  await deleteIdentitiesSince(tx, owner.id, change.createdAt);
  const addresses = await stopOwnDeletion(context, tx, owner);
  await audit(tx, 'email.undo', who, facts);
  await app.mail.queue(tx, await resetMail({ ...app, db: tx }, partner, { ...owner, email: change.oldEmail }));
  return {
    outcome: 'undone',
    addresses,
    afterwards: async () => {
      await app.mail.sendWaiting();
      await followEmail(app, owner.id);
    },
  };
}
