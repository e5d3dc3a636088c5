import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { countAttempt, forgetAttempts, takeBack, takeTurn } from '../../context/rate-limit.repo.ts';
import { findUserByEmail } from '../user/user.repo.ts';
import { guessedMail } from './account-mails.ts';
import { accountKey, isKnown } from './known-browser.ts';

/** Failures of one account in a day, from all addresses together, that have no consequence. */
const FREE = 20;
const WINDOW_SECONDS = 86_400;
/** The wait after the next failure; each one doubles it. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** An attempt to sign in that may go on. */
export type SignInAttempt = {
  succeeded(): Promise<void>;
  /** Sends the owner an email when this was the first failure beyond the free ones. */
  failed(): void;
};

const UNLIMITED: SignInAttempt = { succeeded: async () => undefined, failed: () => undefined };

/**
 * Limits guesses at one account from any number of addresses: beyond the free ones, one attempt at a time, and after it a
 * wait that grows. A browser in which someone has signed in to the account before never waits, nor does one that has set a
 * new password by email: the owner always gets in. Unknown accounts are treated the same.
 * @throws PanelError RATE_LIMITED
 */
export async function enterSignIn(context: CallContext, email: string): Promise<SignInAttempt> {
  const { app, partner } = context;
  if (isKnown(context, email)) return UNLIMITED;
  const account = accountKey(partner.id, email);
  const [failures, turn] = [`sign-in:${account}`, `sign-in-turn:${account}`];
  const now = app.clock.now();
  const { count } = await countAttempt(app.db, failures, now, WINDOW_SECONDS);
  if (count > FREE) {
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE - 1));
    const heldUntil = await takeTurn(app.db, turn, now, new Date(now.getTime() + waitMs));
    if (heldUntil !== null) {
      await takeBack(app.db, failures);
      const retryAfter = Math.max(1, Math.ceil((heldUntil.getTime() - now.getTime()) / 1000));
      throw new PanelError('RATE_LIMITED', { minutes: Math.ceil(retryAfter / 60) }, { retryAfter });
    }
  }
  return {
    async succeeded() {
      await forgetAttempts(app.db, failures);
      await forgetAttempts(app.db, turn);
    },
    failed() {
      if (count !== FREE + 1) return;
      context.afterwards('sign-in mail', async () => {
        const user = await findUserByEmail(app.db, partner.id, email);
        if (user?.passwordHash) await app.mail.send(await guessedMail(app, partner, user));
      });
    },
  };
}
