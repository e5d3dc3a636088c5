import type { CallContext } from '../../context/call-context.ts';
import { findUserByEmail } from '../user/user.repo.ts';
import { guessedMail } from './account-mails.ts';
import { enterAttempt } from './guarded-attempts.ts';
import { accountKey, isKnown } from './known-browser.ts';

/** Failures of one account in a day, from all addresses together, that have no consequence. */
const FREE = 20;

/** An attempt to sign in that may go on. */
export type SignInAttempt = {
  succeeded(): Promise<void>;
  /** Sends the owner an email when this was the first failure beyond the free ones. */
  failed(): void;
};

const UNLIMITED: SignInAttempt = { succeeded: async () => undefined, failed: () => undefined };

/**
 * Limits guesses at one account. A browser in which someone has signed in to the account before never waits, nor does one
 * that has set a new password by email: the owner always gets in. Unknown accounts are treated the same.
 * @throws PanelError RATE_LIMITED
 */
export async function enterSignIn(context: CallContext, email: string): Promise<SignInAttempt> {
  const { app, partner } = context;
  if (isKnown(context, email)) return UNLIMITED;
  const account = accountKey(partner.id, email);
  const attempt = await enterAttempt(app, {
    failures: `sign-in:${account}`,
    turn: `sign-in-turn:${account}`,
    free: FREE,
  });
  return {
    succeeded: attempt.succeeded,
    failed() {
      if (!attempt.failed()) return;
      context.afterwards('sign-in mail', async () => {
        const user = await findUserByEmail(app.db, partner.id, email);
        if (user?.passwordHash) await app.mail.send(await guessedMail(app, partner, user));
      });
    },
  };
}
