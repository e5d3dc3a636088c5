import { EMAIL_CHANGE_HOURS, EMAIL_UNDO_DAYS, type EmailChange } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { lockRow } from '../../db/lock-row.ts';
import { user as userTable } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import { endWaiting } from '../user/email-change-end.repo.ts';
import { reservedMail } from '../session/account-mails.ts';
import { findReserved } from '../user/reserved-email.repo.ts';
import { findUserByEmail } from '../user/user.repo.ts';
import { newAddressMail, oldAddressMail, takenAddressMail } from './account-change-mails.ts';
import { linkUrl, makeLink } from './account-link.ts';
import { findWaiting, insertChange, type EmailChangeRow } from './email-change.repo.ts';

const HOUR_MS = 3_600_000;
const WAITING_MS = EMAIL_CHANGE_HOURS * HOUR_MS;
export const UNDO_MS = EMAIL_UNDO_DAYS * 24 * HOUR_MS;

const wireChange = (row: EmailChangeRow): EmailChange => ({
  email: row.newEmail,
  old_confirmed: row.oldConfirmedAt !== null,
  new_confirmed: row.newConfirmedAt !== null,
  expires_at: row.expiresAt.toISOString(),
});

/** The change of the caller's email that waits, or null. */
export async function waitingChange(context: CallContext): Promise<EmailChange | null> {
  const row = await findWaiting(context.app.db, signedIn(context), context.app.clock.now());
  return row ? wireChange(row) : null;
}

/** Stores the change in place of one that waits, and makes its three links. */
async function storeChange(tx: Database, owner: UserRow, email: string, now: Date) {
  await endWaiting(tx, owner.id);
  const expiresAt = new Date(now.getTime() + WAITING_MS);
  const row = found(
    await insertChange(tx, { userId: owner.id, oldEmail: owner.email, newEmail: email, createdAt: now, expiresAt }),
  );
  const about = { userId: owner.id, emailChangeId: row.id };
  return {
    row,
    old: await makeLink(tx, { ...about, kind: 'confirm_old_email', expiresAt }),
    new: await makeLink(tx, { ...about, kind: 'confirm_new_email', expiresAt }),
    // It may be opened when the change is done: it undoes that as well.
    undo: await makeLink(tx, { ...about, kind: 'undo_email', expiresAt: new Date(expiresAt.getTime() + UNDO_MS) }),
  };
}

/**
 * Asks for another email of the caller's account. Everything that depends on whether the address is taken happens after the
 * response, which is therefore always the same; a change to a taken one waits like any other, and nobody has its link.
 * @throws PanelError VALIDATION for the email that the account has
 */
export async function askForEmail(context: CallContext, email: string): Promise<EmailChange> {
  const { app, partner, request } = context;
  const { id, language } = signedIn(context);
  const to = { email, language };
  const made = await app.db.transaction(async (tx) => {
    const row = found(await lockRow(tx, userTable, id));
    if (row.email === email)
      throw new PanelError('VALIDATION', {}, { fields: { email: 'Your account has this email already.' } });
    const change = await storeChange(tx, row, email, app.clock.now());
    await audit(tx, 'email.request', { partnerId: partner.id, userId: id, request }, { to: email });
    const [url, undoUrl] = [linkUrl(app, partner, change.old), linkUrl(app, partner, change.undo)];
    await app.mail.queue(tx, oldAddressMail(partner, row, { email, url, undoUrl }));
    return change;
  });
  context.afterwards('email change mails', async () => {
    await app.mail.sendWaiting();
    const whose = { partnerId: partner.id, exceptId: id, now: app.clock.now(), email };
    const reserved = await findReserved(app.db, whose);
    const owner = await findUserByEmail(app.db, partner.id, email);
    if (owner) await app.mail.send(takenAddressMail(partner, owner));
    else if (reserved) await app.mail.send(reservedMail(partner, reserved));
    else await app.mail.send(newAddressMail(partner, to, linkUrl(app, partner, made.new)));
  });
  return wireChange(made.row);
}

/** Stops the change that waits. @throws PanelError NOT_FOUND */
export async function stopWaiting({ app, partner, request, viewer }: CallContext): Promise<void> {
  const userId = found(viewer).user.id;
  await app.db.transaction(async (tx) => {
    if (!(await endWaiting(tx, userId))) throw new PanelError('NOT_FOUND');
    await audit(tx, 'email.stop', { partnerId: partner.id, userId, request });
  });
}
