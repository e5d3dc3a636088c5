import { createHash } from 'node:crypto';
import type { CallContext } from '../../context/call-context.ts';
import { knownCookie } from '../../context/cookies.ts';

const LIFE_SECONDS = 180 * 86_400;
/** Accounts that one browser is known for; a fifth one replaces the first. */
const ACCOUNTS = 4;
const FORM = /^\d{1,15}(?:\|[A-Za-z0-9_-]{43}){1,4}$/;

type Where = Pick<CallContext, 'app' | 'partner' | 'request'>;

/** An account by its address, so that an unknown one is treated the same. */
export const accountKey = (partnerId: string, email: string): string =>
  createHash('sha256').update(`${partnerId}|${email.trim().toLowerCase()}`).digest('base64url');

/** The accounts that someone has signed in to with this browser. */
function accountsOf({ app, request }: Where): string[] {
  let opened: string;
  try {
    opened = app.secrets.open(Buffer.from(request.known ?? '', 'base64url').toString('base64'));
  } catch {
    return [];
  }
  if (!FORM.test(opened)) return [];
  const [ends, ...accounts] = opened.split('|');
  return Number(ends) > app.clock.now().getTime() ? accounts : [];
}

/** Whether someone has signed in to this account with this browser before. */
export const isKnown = (where: Where, email: string): boolean =>
  accountsOf(where).includes(accountKey(where.partner.id, email));

/** The cookie that makes a browser known for an account. */
export function rememberBrowser(where: Where, email: string): string {
  const { app, partner, request } = where;
  const own = accountKey(partner.id, email);
  const accounts = [...accountsOf(where).filter((each) => each !== own), own].slice(-ACCOUNTS);
  const sealed = app.secrets.seal([app.clock.now().getTime() + LIFE_SECONDS * 1000, ...accounts].join('|'));
  return knownCookie(Buffer.from(sealed, 'base64').toString('base64url'), request.secure, LIFE_SECONDS);
}
