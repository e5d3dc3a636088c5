import type { LimitKind } from '@panel/contract';
import type { Clock, Logger } from '../process/app-context.ts';
import type { Database } from '../db/database.ts';
import type { LimitPort } from '../hosting/driver.ts';
import { addLimitHits, type LimitHitRow } from './limit-hit.repo.ts';

const FLUSH_MS = 5_000;
/** Bounds the memory for a site that hits a limit on every request: one row per site, day and kind. */
const MAX_ROWS = 10_000;

export type LimitLog = LimitPort & { flush(): Promise<void>; close(): Promise<void> };

const keyOf = ({ siteId, day, kind }: Pick<LimitHitRow, 'siteId' | 'day' | 'kind'>): string =>
  `${siteId} ${day} ${kind}`;

/** Counts in memory which site hit which limit, and stores it every five seconds. Never throws into the caller. */
export function createLimitLog({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): LimitLog {
  let waiting = new Map<string, LimitHitRow>();

  const hit = (siteId: string, kind: LimitKind): void => {
    const lastAt = clock.now().toISOString();
    const day = lastAt.slice(0, 10);
    const key = keyOf({ siteId, day, kind });
    const known = waiting.get(key);
    if (known) Object.assign(known, { count: known.count + 1, lastAt });
    else if (waiting.size < MAX_ROWS) waiting.set(key, { siteId, day, kind, count: 1, lastAt });
  };
  const flush = async (): Promise<void> => {
    const rows = [...waiting.values()];
    waiting = new Map();
    await addLimitHits(db, rows).catch((error: unknown) => {
      log.warn({ err: error }, 'limits that sites ran into could not be stored and are kept');
      for (const row of rows) {
        const newer = waiting.get(keyOf(row));
        waiting.set(keyOf(row), newer ? { ...newer, count: newer.count + row.count } : row);
      }
    });
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    hit,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
