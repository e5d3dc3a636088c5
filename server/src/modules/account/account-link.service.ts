import type { AccountLink, AccountLinkUsed } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import { idHash } from '../../context/csrf.ts';
import { checkOpenAccount } from '../../context/open-account-rule.ts';
import type { Database } from '../../db/database.ts';
import { lockRow } from '../../db/lock-row.ts';
import { isDuplicate } from '../../db/query-error.ts';
import { user as userTable } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import { isOwnerHere } from '../session/account.service.ts';
import { useToken } from '../session/token.repo.ts';
import { findUser } from '../user/user.repo.ts';
import { keepAccount } from './account-deletion.service.ts';
import { finishChange, ownerOf, undoChange, type After } from './email-change-end.ts';
import { findChange, findLink, updateChange, type EmailChangeRow, type LinkRow } from './email-change.repo.ts';

type Held = { link: LinkRow; owner: UserRow; change: EmailChangeRow | undefined };

/**
 * What a link is about. Only a link of this partner's host that is still good for something is valid.
 * @throws PanelError TOKEN_INVALID
 */
async function readLink({ app, partner }: CallContext, db: Database, token: string, lock = false): Promise<Held> {
  const now = app.clock.now();
  const link = await findLink(db, idHash(token), now);
  const owner = link ? await (lock ? lockRow(db, userTable, link.userId) : findUser(db, link.userId)) : null;
  if (!link || !isOwnerHere(owner ?? null, partner) || !owner) throw new PanelError('TOKEN_INVALID');
  const change = link.emailChangeId === null ? undefined : await findChange(db, link.emailChangeId);
  const isOpen =
    link.kind === 'keep_account'
      ? owner.deletesAt !== null
      : change !== undefined && change.expiresAt > now && (change.doneAt !== null || change.oldEmail === owner.email);
  if (!isOpen) throw new PanelError('TOKEN_INVALID');
  return { link, owner, change };
}

/** What a link would do, without using it up. @throws PanelError TOKEN_INVALID */
export async function showLink(context: CallContext, token: string): Promise<AccountLink> {
  const { link, owner, change } = await readLink(context, context.app.db, token);
  return {
    kind: link.kind,
    email: change ? (link.kind === 'confirm_new_email' ? change.newEmail : change.oldEmail) : owner.email,
    new_email: change?.newEmail ?? null,
    is_done: change !== undefined && change.doneAt !== null,
    deletes_at: link.kind === 'keep_account' ? (owner.deletesAt?.toISOString() ?? null) : null,
  };
}

/** Notes one confirmation; with the second one, the email is changed. */
async function confirm(context: CallContext, tx: Database, { link, owner, change }: Required<Held>): Promise<After> {
  const { app, partner } = context;
  if (!change || change.doneAt !== null) throw new PanelError('TOKEN_INVALID');
  checkOpenAccount(partner, owner);
  const side = link.kind === 'confirm_old_email' ? 'oldConfirmedAt' : 'newConfirmedAt';
  const confirmed = { ...change, [side]: app.clock.now() };
  await updateChange(tx, change.id, { [side]: confirmed[side] });
  if (confirmed.oldConfirmedAt && confirmed.newConfirmedAt) return finishChange(context, tx, owner, confirmed);
  await audit(tx, 'email.confirm', ownerOf(context, owner), {
    side: side === 'oldConfirmedAt' ? 'old' : 'new',
    to: change.newEmail,
  });
  return { outcome: 'waiting' };
}

/**
 * Does what a link is for and uses it up, in one transaction: of two concurrent uses one wins, and a process that dies
 * leaves the link as it was.
 * @throws PanelError TOKEN_INVALID, ACCOUNT_SUSPENDED, EMAIL_TAKEN if somebody has got the address meanwhile
 */
export async function useLink(context: CallContext, token: string): Promise<AccountLinkUsed> {
  const { app } = context;
  const peek = await readLink(context, app.db, token);
  if (peek.link.kind === 'keep_account') {
    await keepAccount(context, peek.owner);
    return { status: true, outcome: 'kept' };
  }
  const {
    outcome,
    addresses = [],
    afterwards,
  } = await app.db
    .transaction(async (tx): Promise<After> => {
      const held = await readLink(context, tx, token, true);
      const wanted = { tokenHash: idHash(token), kind: held.link.kind, now: app.clock.now() };
      if ((await useToken(tx, wanted)) === null || !held.change) throw new PanelError('TOKEN_INVALID');
      const known = { ...held, change: held.change };
      return held.link.kind === 'undo_email' ? undoChange(context, tx, known) : confirm(context, tx, known);
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new PanelError('EMAIL_TAKEN') : error;
    });
  for (const address of addresses) app.edge.invalidate(address);
  if (afterwards) context.afterwards('email change', afterwards);
  return { status: true, outcome };
}
