import type { LinkKind } from '@panel/contract';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import type { CallContext, PartnerRow, UserRow } from '../../context/call-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { PanelError } from '../../kernel/errors.ts';
import { idHash } from '../../context/csrf.ts';
import { browserLanguage } from '../../context/language.ts';
import { reserveCustomer } from '../../context/partner-limits.repo.ts';
import { checkProof } from '../../context/proof-rule.ts';
import { checkOpenAccount } from '../../context/open-account-rule.ts';
import { endWaiting } from '../user/email-change-end.repo.ts';
import { findReserved } from '../user/reserved-email.repo.ts';
import { accountOf } from '../user/membership.repo.ts';
import { findUser, findUserByEmail, insertCustomer, updateUser } from '../user/user.repo.ts';
import { changedMail, knownAddressMail, memberMail, reservedMail, resetMail, welcomeMail } from './account-mails.ts';
import { hashPassword, passwordFits } from '../../lib/password.ts';
import { endDatabasesOf } from '../site-access/database-access.repo.ts';
import { rememberBrowser } from './known-browser.ts';
import { endPendingOf } from './pending-sign-in.repo.ts';
import { forgetBrowsersOf } from './remembered-browser.repo.ts';
import { deleteSessionsOf } from './session.repo.ts';
import { signIn } from './session.service.ts';
import { findToken, useToken, useUpTokensOf } from './token.repo.ts';

type NewAccount = { email: string; firstname: string; lastname: string };

/** Email for somebody without a password: who was invited into an account opens that one. */
async function openingMail(app: AppContext, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const account = await accountOf(app.db, user);
  return account ? memberMail(app, partner, user, account) : welcomeMail(app, partner, user);
}

/**
 * Requests an account. Everything that depends on whether the address is known happens after the response, which is
 * therefore always the same, in the same time (decision: Session).
 * @throws PanelError SIGNUP_CLOSED at the partner's limit, also for an address that is known
 */
export async function signUp(context: CallContext, account: NewAccount): Promise<void> {
  const { app, partner } = context;
  await app.db
    .transaction((tx) => reserveCustomer(tx, partner.id))
    .catch((error: unknown) => {
      // A visitor can delete no customers.
      throw error instanceof PanelError ? new PanelError('SIGNUP_CLOSED', { email: partner.supportEmail }) : error;
    });
  context.afterwards('signup', async () => {
    const known = await findUserByEmail(app.db, partner.id, account.email);
    const now = app.clock.now();
    const language = browserLanguage(context.request);
    const user = known ?? (await insertCustomer(app.db, { partnerId: partner.id, language, ...account }, now));
    if (!user) {
      const reserved = await findReserved(app.db, { partnerId: partner.id, email: account.email, now });
      // Otherwise lost the race against another request for the same address, which sends the email.
      if (reserved) await app.mail.send(reservedMail(partner, reserved));
      return;
    }
    await app.mail.send(await (user.passwordHash ? knownAddressMail : openingMail)(app, partner, user));
    if (!known) await audit(app.db, 'signup', { partnerId: partner.id, userId: user.id, request: context.request });
  });
}

/** Sends a password reset link to known addresses only; the response does not reveal which. */
export function forgetPassword(context: CallContext, email: string): void {
  const { app, partner } = context;
  context.afterwards('forget-password', async () => {
    const user = await findUserByEmail(app.db, partner.id, email);
    if (!user) return;
    await app.mail.send(await (user.passwordHash ? resetMail : openingMail)(app, partner, user));
  });
}

/** A link is valid on one partner's host, like a session. */
export const isOwnerHere = (owner: UserRow | null, partner: Pick<PartnerRow, 'id'>): owner is UserRow =>
  owner !== null && (owner.partnerId === null || owner.partnerId === partner.id);

/**
 * Checks an email's token without using it up, so that nobody types a password for a link that is no longer valid.
 * @throws PanelError TOKEN_INVALID
 */
export async function checkPasswordLink(
  { app, partner }: CallContext,
  { kind, token }: { kind: LinkKind; token: string },
): Promise<void> {
  const userId = await findToken(app.db, { tokenHash: idHash(token), kind, now: app.clock.now() });
  const owner = userId ? await findUser(app.db, userId) : null;
  if (!isOwnerHere(owner, partner)) throw new PanelError('TOKEN_INVALID');
}

/**
 * Sets a password with an email's token: uses up all tokens of the user, and ends all their sessions and a change of the
 * email that waits. The first
 * password of an account signs its owner in; after a reset they sign in themselves.
 * @throws PanelError TOKEN_INVALID, ACCOUNT_SUSPENDED
 */
export async function setPasswordByToken(
  context: CallContext,
  kind: LinkKind,
  token: string,
  password: string,
): Promise<UserRow> {
  const { app, partner, request } = context;
  const now = app.clock.now();
  const hash = await hashPassword(password);
  const user = await app.db.transaction(async (tx) => {
    const userId = await useToken(tx, { tokenHash: idHash(token), kind, now });
    const owner = userId ? await findUser(tx, userId) : null;
    if (!isOwnerHere(owner, partner)) throw new PanelError('TOKEN_INVALID');
    checkOpenAccount(partner, owner);
    await updateUser(tx, owner.id, { passwordHash: hash }, now);
    await endWaiting(tx, owner.id);
    await useUpTokensOf(tx, owner.id, now);
    await deleteSessionsOf(tx, owner.id);
    await forgetBrowsersOf(tx, owner.id);
    await endPendingOf(tx, owner.id);
    await endDatabasesOf(tx, owner.id, now);
    await audit(tx, 'password.set', { partnerId: partner.id, userId: owner.id, request });
    if (owner.passwordHash) await app.mail.queue(tx, changedMail(partner, owner));
    // Who reads the account's email is let in, however many others guess its password.
    if (kind === 'set_password' && owner.secondFactorAt === null) await signIn(context, owner, tx);
    else context.cookies.push(rememberBrowser(context, owner.email));
    return owner;
  });
  context.afterwards('password mail', () => app.mail.sendWaiting());
  return user;
}

/**
 * Changes the user's own password: all other sessions and a change of the email that waits end, and this browser gets a new
 * session.
 * @throws PanelError UNAUTHENTICATED, PROOF_NEEDED, PASSWORD_WRONG
 */
export async function changePassword(context: CallContext, current: string, password: string): Promise<void> {
  const { app, partner, request, viewer } = context;
  if (!viewer) throw new PanelError('UNAUTHENTICATED', {}, { redirectUrl: '/login' });
  checkProof(app.clock, viewer);
  const { user } = viewer;
  if (!(await passwordFits(current, user.passwordHash))) throw new PanelError('PASSWORD_WRONG');
  const hash = await hashPassword(password);
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    await updateUser(tx, user.id, { passwordHash: hash }, now);
    await endWaiting(tx, user.id);
    await useUpTokensOf(tx, user.id, now);
    await deleteSessionsOf(tx, user.id);
    await forgetBrowsersOf(tx, user.id);
    await endPendingOf(tx, user.id);
    await endDatabasesOf(tx, user.id, now);
    await audit(tx, 'password.change', { partnerId: partner.id, userId: user.id, request });
    await app.mail.queue(tx, changedMail(partner, user));
    await signIn(context, user, tx);
  });
  context.afterwards('password mail', () => app.mail.sendWaiting());
}
