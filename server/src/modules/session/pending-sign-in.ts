import type { CallContext, UserRow } from '../../context/call-context.ts';
import { endPendingCookie, pendingCookie } from '../../context/cookies.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findPending, insertPending, takePending } from './pending-sign-in.repo.ts';

const LIFE_SECONDS = 10 * 60;

/** The first factor was right: this browser may now send the second one. Nobody is signed in before it. */
export async function beginPending(context: CallContext, user: UserRow, how: string): Promise<void> {
  const { app, partner, request, cookies } = context;
  const id = randomId();
  const expiresAt = new Date(app.clock.now().getTime() + LIFE_SECONDS * 1000);
  await insertPending(app.db, { idHash: idHash(id), userId: user.id, partnerId: partner.id, how, expiresAt });
  cookies.push(pendingCookie(id, request.secure, LIFE_SECONDS));
}

const wanted = ({ app, partner, request }: CallContext) => ({
  idHash: idHash(request.pending ?? ''),
  partnerId: partner.id,
  now: app.clock.now(),
});

/**
 * The user whose sign-in in this browser waits for its second factor.
 * @throws PanelError SIGN_IN_EXPIRED
 */
export async function pendingUser(context: CallContext): Promise<UserRow> {
  const user = await findPending(context.app.db, wanted(context));
  if (!user) throw new PanelError('SIGN_IN_EXPIRED');
  return user;
}

/**
 * Uses up the sign-in that waits; says what its first factor was.
 * @throws PanelError SIGN_IN_EXPIRED for the second of two concurrent uses
 */
export async function endPending(context: CallContext, tx: Database): Promise<string> {
  const how = await takePending(tx, wanted(context));
  if (how === null) throw new PanelError('SIGN_IN_EXPIRED');
  context.cookies.push(endPendingCookie(context.request.secure));
  return how;
}
