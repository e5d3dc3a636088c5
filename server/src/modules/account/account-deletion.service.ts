import { type AccountBelongings } from '@panel/contract';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import { signedIn } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { staffOf } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import { beginDeletion, changeState, changeStateIn, undoDeletion } from '../customer/customer-state.service.ts';
import { belongingsOf, factsOf } from '../customer/customer.repo.ts';
import { signOut } from '../session/session.service.ts';
import { linkPath, linkUrl, makeLink } from './account-link.ts';
import { deletionMail } from './account-change-mails.ts';
import { hasOpenLink } from './email-change.repo.ts';

/** How much a deletion of the caller's account would remove. */
export async function ownBelongings(context: CallContext): Promise<AccountBelongings> {
  const { db, clock } = context.app;
  const { id } = signedIn(context);
  const [facts, belongings] = await Promise.all([factsOf(db, [id], clock.now()), belongingsOf(db, id)]);
  const { sites, apps } = facts.get(id) ?? { sites: 0, apps: 0 };
  return { sites, apps, ...belongings };
}

/**
 * Begins the deletion of the caller's own account, as staff begin that of a customer. All sessions end; the page of the
 * answer and an email have the link that undoes it.
 */
export async function deleteOwnAccount(context: CallContext): Promise<{ status: true; redirectUrl: string }> {
  const { app, partner } = context;
  const user = signedIn(context);
  let token = '';
  let endsAt = new Date(0);
  await changeState(context, {
    ...{ scope: scopeOf(context), id: user.id, action: 'account.delete', userId: user.id },
    next: (now, row) => {
      const state = beginDeletion(now, row);
      endsAt = state.deletesAt ?? endsAt;
      return state;
    },
    also: async (tx, row) => {
      token = await makeLink(tx, { userId: row.id, kind: 'keep_account', expiresAt: endsAt });
      await app.mail.queue(tx, deletionMail(partner, row, { url: linkUrl(app, partner, token), endsAt }));
    },
  });
  // Staff or another browser have begun it meanwhile: what that sent undoes it.
  if (token === '') return { status: true, redirectUrl: '/login' };
  await signOut(context);
  context.afterwards('deletion mail', () => app.mail.sendWaiting());
  return { status: true, redirectUrl: linkPath(token) };
}

const keeping = ({ partner }: CallContext, { id }: UserRow) => ({
  ...{ scope: staffOf(partner.id), id, action: 'account.keep', userId: id },
  next: undoDeletion,
});

/**
 * Undoes a deletion that was begun with the account itself, not one by staff. Returns the addresses of its sites, as
 * `changeStateIn`.
 */
export async function stopOwnDeletion(context: CallContext, tx: Database, owner: UserRow): Promise<string[]> {
  if (owner.deletesAt === null) return [];
  const isOwn = await hasOpenLink(tx, owner.id, 'keep_account', context.app.clock.now());
  return isOwn ? changeStateIn(context, tx, keeping(context, owner)) : [];
}

/**
 * Undoes the deletion with the link of its email; with it, the link is used up.
 * @throws PanelError TOKEN_INVALID if there is nothing to undo
 */
export async function keepAccount(context: CallContext, owner: UserRow): Promise<void> {
  let isUndone = false;
  await changeState(context, {
    ...keeping(context, owner),
    also: async () => void (isUndone = true),
  });
  if (!isUndone) throw new PanelError('TOKEN_INVALID');
}
