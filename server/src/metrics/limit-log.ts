import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { Database } from '../db/database.ts';
import type { LimitPort } from '../hosting/driver.ts';
import { createCounter } from '../lib/counter.ts';
import { addLimitHits, type LimitHitRow } from './limit-hit.repo.ts';

const FLUSH_MS = 5_000;
/** Bounds the memory for a site that hits a limit on every request: one row per site, day and kind. */
const MAX_ROWS = 10_000;

export type LimitLog = LimitPort & { flush(): Promise<void>; close(): Promise<void> };

/** Counts in memory which site hit which limit, and stores it every five seconds. Never throws into the caller. */
export function createLimitLog({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): LimitLog {
  const { add, flush } = createCounter<LimitHitRow>({
    keyOf: ({ siteId, day, kind }) => `${siteId} ${day} ${kind}`,
    sum: (known, more) => ({ ...known, count: known.count + more.count, lastAt: more.lastAt }),
    store: (batch) => addLimitHits(db, batch),
    failed: (error) => log.warn({ err: error }, 'limit hits could not be stored and are kept'),
    maxRows: MAX_ROWS,
  });
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    hit(siteId, kind) {
      const lastAt = clock.now().toISOString();
      add({ siteId, day: lastAt.slice(0, 10), kind, count: 1, lastAt });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
