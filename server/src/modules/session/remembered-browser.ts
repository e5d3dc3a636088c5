import type { CallContext, UserRow } from '../../context/call-context.ts';
import { rememberedCookie } from '../../context/cookies.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import type { Database } from '../../db/database.ts';
import { insertRemembered, isRemembered } from './remembered-browser.repo.ts';

const LIFE_DAYS = 30;
const DAY_MS = 86_400_000;

type Where = Pick<CallContext, 'app' | 'request' | 'cookies'>;

/** The stored name of this browser; null when it has none. */
export const rememberedHash = ({ request }: Pick<CallContext, 'request'>): string | null =>
  request.remembered ? idHash(request.remembered) : null;

/** Whether this browser has been asked for the user's second factor within the last 30 days, and was to be remembered. */
export async function skipsSecondFactor(context: Where, user: Pick<UserRow, 'id'>): Promise<boolean> {
  const hash = rememberedHash(context);
  return hash !== null && isRemembered(context.app.db, hash, user.id, context.app.clock.now());
}

/** Remembers this browser for the user; returns its stored name. */
export async function rememberThisBrowser(
  context: Where,
  user: Pick<UserRow, 'id'>,
  tx: Database = context.app.db,
): Promise<string> {
  const { app, request, cookies } = context;
  // The id stays if another user's is remembered by it; nobody learns more from it than from the cookie itself.
  const id = request.remembered ?? randomId();
  const expiresAt = new Date(app.clock.now().getTime() + LIFE_DAYS * DAY_MS);
  await insertRemembered(tx, { idHash: idHash(id), userId: user.id, expiresAt });
  cookies.push(rememberedCookie(id, request.secure, (LIFE_DAYS * DAY_MS) / 1000));
  return idHash(id);
}
