import type { AppContext } from '../../context/app-context.ts';
import { countAttempt, forgetAttempts, takeBack, takeTurn } from '../../context/rate-limit.repo.ts';
import { PanelError } from '../../kernel/errors.ts';

const WINDOW_SECONDS = 86_400;
/** The wait after the next failure; each one doubles it. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** An attempt that may go on. */
export type GuardedAttempt = {
  succeeded(): Promise<void>;
  /** Whether this was the first failure beyond the free ones. */
  failed(): boolean;
};

/**
 * Limits guesses at one thing from any number of addresses: beyond the free ones of a day, one attempt at a time, and
 * after it a wait that grows.
 * @throws PanelError RATE_LIMITED
 */
export async function enterAttempt(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { failures, turn, free }: { failures: string; turn: string; free: number },
): Promise<GuardedAttempt> {
  const now = clock.now();
  const { count } = await countAttempt(db, failures, now, WINDOW_SECONDS);
  if (count > free) {
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - free - 1));
    const heldUntil = await takeTurn(db, turn, now, new Date(now.getTime() + waitMs));
    if (heldUntil !== null) {
      await takeBack(db, failures);
      const retryAfter = Math.max(1, Math.ceil((heldUntil.getTime() - now.getTime()) / 1000));
      throw new PanelError('RATE_LIMITED', { minutes: Math.ceil(retryAfter / 60) }, { retryAfter });
    }
  }
  return {
    async succeeded() {
      await forgetAttempts(db, failures);
      await forgetAttempts(db, turn);
    },
    failed: () => count === free + 1,
  };
}
