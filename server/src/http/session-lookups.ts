import { createQueuedSlots } from '../lib/queued-slots.ts';
import { addressKey } from '../lib/client-address.ts';
import { PanelError } from '../kernel/errors.ts';

const WAIT_MS = 10_000;
/** Of one session, and of one address, which may send a new made-up session each time. */
const SESSION = { atOnce: 2, waiting: 512, waitMs: WAIT_MS };
const ADDRESS = { atOnce: 8, waiting: 4_096, waitMs: WAIT_MS };

export type Lookups = {
  /** Runs a lookup in its turn. @throws PanelError RATE_LIMITED */
  run<T>(of: { session: string; ip: string }, look: () => Promise<T>): Promise<T>;
};

/** Lookups of sessions come before anyone knows whose share a request is in, so they have a few places of their own. */
export function createLookups(): Lookups {
  const sessions = createQueuedSlots(SESSION);
  const addresses = createQueuedSlots(ADDRESS);
  return {
    async run({ session, ip }, look) {
      const leaveSession = await sessions.enter(session);
      const leaveAddress = leaveSession && (await addresses.enter(addressKey(ip)));
      try {
        if (!leaveAddress) throw new PanelError('RATE_LIMITED', { minutes: 1 }, { retryAfter: 2 });
        return await look();
      } finally {
        leaveAddress?.();
        leaveSession?.();
      }
    },
  };
}
