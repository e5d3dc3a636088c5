import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { Database } from '../db/database.ts';
import type { EgressMeter } from '../hosting/egress/egress.ts';
import { createCounter } from '../lib/counter.ts';
import { addEgress, type EgressRow } from './usage.repo.ts';

const FLUSH_MS = 5_000;

export type EgressLog = EgressMeter & { flush(): Promise<void>; close(): Promise<void> };

/** Adds up the external traffic of sites per UTC day in memory, and stores it every five seconds. */
export function createEgressLog({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): EgressLog {
  const { add, flush } = createCounter<EgressRow>({
    keyOf: ({ siteId, day }) => `${siteId} ${day}`,
    sum: (known, more) => ({ ...known, bytes: known.bytes + more.bytes, mails: known.mails + more.mails }),
    store: (batch) => addEgress(db, batch),
    failed: (error) => log.warn({ err: error }, 'external traffic of sites could not be stored and is kept'),
  });
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    add: (siteId, { bytes = 0, mails = 0 }) =>
      add({ siteId, day: clock.now().toISOString().slice(0, 10), bytes, mails }),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
