import type { Clock, Logger } from '../process/app-context.ts';
import type { Database } from '../db/database.ts';
import type { EgressMeter } from '../hosting/egress/egress.ts';
import { addEgress, type EgressRow } from './usage.repo.ts';

const FLUSH_MS = 5_000;

export type EgressLog = EgressMeter & { flush(): Promise<void>; close(): Promise<void> };

/** Adds up the external traffic of sites per UTC day in memory, and stores it every five seconds. */
export function createEgressLog({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): EgressLog {
  let waiting = new Map<string, EgressRow>();

  const addRow = ({ siteId, day, bytes, mails }: EgressRow): void => {
    const key = `${siteId} ${day}`;
    const known = waiting.get(key);
    waiting.set(key, { siteId, day, bytes: (known?.bytes ?? 0) + bytes, mails: (known?.mails ?? 0) + mails });
  };
  const flush = async (): Promise<void> => {
    const rows = [...waiting.values()];
    waiting = new Map();
    await addEgress(db, rows).catch((error: unknown) => {
      log.warn({ err: error }, 'what sites exchanged with other servers could not be stored and is kept');
      rows.forEach(addRow);
    });
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    add: (siteId, { bytes = 0, mails = 0 }) =>
      addRow({ siteId, day: clock.now().toISOString().slice(0, 10), bytes, mails }),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
