import { createHash } from 'node:crypto';
import type { CallMeta } from '@panel/contract';
import { addressKey } from '../lib/client-address.ts';
import type { AppContext } from './app-context.ts';
import { PanelError, type RateStanding } from '../kernel/errors.ts';
import { countAttempt, forgetAttempts, takeBack } from './rate-limit.repo.ts';

/** An address may make this many times the attempts of one account: offices share addresses. */
const ADDRESS_FACTOR = 10;

type Who = {
  partnerId: string;
  ip: string;
  account: string;
  /** Who makes a call that is for users only: they do not begin anew with every account that they name, or address. */
  viewerId?: string | undefined;
};

/** Called after the response; if neither is called, the attempt stays counted. */
export type Attempt = {
  /** The guess was right: the account starts at zero again. */
  succeeded(): Promise<void>;
  /** It was no guess, e.g. a form with an empty field. */
  takeBack(): Promise<void>;
  /** What is left of the tightest of the limits that counted it. */
  standing: RateStanding;
};

/** The account that a call is about, if its input names one. */
export function accountOf(input: unknown): string {
  const email = (input as { email?: unknown } | null | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : '';
}

/**
 * Counts an attempt per account and address, per address alone, and per caller who is signed in (decision: Session). It is counted first and taken
 * back on success, so that a hundred parallel guesses count a hundred. Emails are stored hashed. The address is
 * checked first: a blocked one writes no rows for the accounts that it names.
 * @throws PanelError RATE_LIMITED with the seconds until the window ends
 */
export async function attempt(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  name: string,
  limit: NonNullable<CallMeta['limit']>,
  who: Who,
): Promise<Attempt> {
  const address = `${name}|${who.partnerId}|${addressKey(who.ip)}`;
  const keyOf = (text: string) => `${name}:${createHash('sha256').update(text).digest('base64url')}`;
  const account = { key: keyOf(`${address}|${who.account}`), tries: limit.tries };
  const caller = who.viewerId
    ? [{ key: keyOf(`${name}|${who.partnerId}|viewer:${who.viewerId}`), tries: limit.tries }]
    : [];
  const shared = who.account ? [{ key: keyOf(address), tries: limit.tries * ADDRESS_FACTOR }] : [];
  const now = clock.now();
  const all = [...shared, account, ...caller];
  const standings: RateStanding[] = [];
  for (const [place, { key, tries }] of all.entries()) {
    const { count, windowEndsAt } = await countAttempt(db, key, now, limit.windowSeconds);
    const resetSeconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000));
    const rate = { tries, windowSeconds: limit.windowSeconds, remaining: Math.max(0, tries - count), resetSeconds };
    standings.push(rate);
    if (count <= tries) continue;
    for (const each of all.slice(0, place)) await takeBack(db, each.key);
    const minutes = Math.ceil(resetSeconds / 60);
    throw new PanelError('RATE_LIMITED', { minutes }, { retryAfter: resetSeconds, rate });
  }
  const [standing] = standings.sort((a, b) => a.remaining - b.remaining);
  return {
    standing: standing ?? { ...limit, remaining: 0, resetSeconds: limit.windowSeconds },
    async succeeded() {
      for (const { key } of [account, ...caller]) await forgetAttempts(db, key);
      for (const { key } of shared) await takeBack(db, key);
    },
    async takeBack() {
      for (const { key } of all) await takeBack(db, key);
    },
  };
}
