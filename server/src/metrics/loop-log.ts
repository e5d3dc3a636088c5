import { randomUUID } from 'node:crypto';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { Database } from '../db/database.ts';
import { createLoopClock } from '../lib/loop-clock.ts';
import { workDuring } from '../lib/running-work.ts';
import { addHealth, hourOf, type HealthBatch, type NewHealthEvent } from './health.repo.ts';

const FLUSH_MS = 5_000;
/** Rows and log lines of one process in an hour; the rest is counted. */
const ROWS_AN_HOUR = 100;
/** A turn of the clock's own timer, beside the delay itself. */
const TURN_MS = 20;

export type LoopLog = {
  add(event: Pick<NewHealthEvent, 'kind' | 'ms' | 'cpuMs' | 'works'>): void;
  /** How many delays there were since the process began, also those that are in no row and no line. */
  delays(): number;
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type LoopLogOptions = { db: Database; clock: Clock; log: Logger; process: string; fromMs?: number };

/**
 * Measures the delay of this process's event loop without end. One of at least 100 ms is logged with what ran, counted
 * by hour and stored, 100 an hour at most.
 */
export function createLoopLog({ db, clock, log, process: name, fromMs = 100 }: LoopLogOptions): LoopLog {
  const emptyBatch = (): HealthBatch => ({ id: randomUUID(), process: name, events: [], counts: [] });
  let batch = emptyBatch();
  let unsent: HealthBatch | null = null;
  let [hour, rows] = [0, 0];
  let delays = 0;

  const mayKeep = (at: Date): boolean => {
    const current = hourOf(at).getTime();
    if (current !== hour) [hour, rows] = [current, 0];
    rows += 1;
    return rows <= ROWS_AN_HOUR;
  };

  const add: LoopLog['add'] = ({ kind, ms, cpuMs, works }) => {
    const at = clock.now();
    if (kind === 'delay') delays += 1;
    const known = batch.counts.find((count) => count.kind === kind && count.hour.getTime() === hourOf(at).getTime());
    if (known) Object.assign(known, { count: known.count + 1, longestMs: Math.max(known.longestMs, ms) });
    else batch.counts.push({ kind, hour: hourOf(at), count: 1, longestMs: ms });
    if (!mayKeep(at)) return;
    const rssBytes = process.memoryUsage.rss();
    batch.events.push({ at, kind, ms, cpuMs, works, stack: [], rssBytes });
    log.warn({ ms, cpuMs, works, rssMb: Math.round(rssBytes / 2 ** 20) }, MESSAGES[kind]);
  };

  const flush = async (): Promise<void> => {
    if (!unsent && batch.counts.length > 0) [unsent, batch] = [batch, emptyBatch()];
    if (!unsent) return;
    const sent = unsent;
    await addHealth(db, sent).then(
      () => (unsent = null),
      (error: unknown) => log.warn({ err: error }, 'delays of the event loop could not be stored and are kept'),
    );
  };

  const loop = createLoopClock(
    ({ wallMs, cpuMs }) =>
      add({ kind: 'delay', ms: Math.round(wallMs), cpuMs: Math.round(cpuMs), works: workDuring(wallMs + TURN_MS) }),
    fromMs,
  );
  let flushing = Promise.resolve();
  const timer = setInterval(() => (flushing = flushing.then(flush)), FLUSH_MS).unref();
  return {
    add,
    delays: () => delays,
    flush,
    async close() {
      loop.stop();
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}

const MESSAGES: Record<NewHealthEvent['kind'], string> = {
  delay: 'the event loop did not turn for a moment',
  memory: 'memory is short; new work is refused for a while',
  silence: 'a process did not answer and was ended',
};
