import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { removeProcess, reportProcess } from '../metrics/health.repo.ts';
import { createLoopLog } from '../metrics/loop-log.ts';
import { workDuring } from '../lib/running-work.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import { createMemoryGuard, type MemoryGuard } from '../process/memory-guard.ts';

const REPORT_MS = 30_000;

export type Health = {
  shedding: MemoryGuard['shedding'];
  /** How often the event loop did not turn for 100 ms or longer. */
  loopDelays(): number;
  /** Stores what was counted, and how this process is. */
  report(): Promise<void>;
  close(): Promise<void>;
};

/** Watches the event loop and the memory of this process, and reports both to the database. */
export function openHealth(deps: { config: Config; db: Database; clock: Clock; log: Logger }): Health {
  const { config, db, clock, log } = deps;
  const [id, name, startedAt] = [randomUUID(), `${hostname()}:${process.pid}`, clock.now()];
  const loop = createLoopLog({ db, clock, log, process: name });
  const memory = createMemoryGuard({
    limitMb: config.memoryLimitMb,
    onChange(isShort) {
      if (isShort) loop.add({ kind: 'memory', ms: 0, cpuMs: 0, works: workDuring(1_000) });
      else log.info('there is memory again; new work is taken');
    },
  });
  const state = () => ({
    ...{ id, name, startedAt, roles: config.roles.join(', '), seenAt: clock.now() },
    ...{ rssBytes: process.memoryUsage.rss(), heapBytes: getHeapStatistics().used_heap_size },
    ...{ limitBytes: memory.limitBytes, shedding: memory.shedding() !== 'none' },
  });
  const report = async (): Promise<void> => {
    await loop.flush();
    await reportProcess(db, state());
  };
  const quietly = (): Promise<void> =>
    report().catch((error: unknown) => log.debug({ err: error }, 'the state of the process could not be stored'));
  let reporting = quietly();
  const timer = setInterval(() => (reporting = reporting.then(quietly)), REPORT_MS).unref();
  return {
    shedding: memory.shedding,
    loopDelays: loop.delays,
    report,
    async close() {
      clearInterval(timer);
      memory.close();
      await reporting;
      await loop.close();
      await removeProcess(db, id);
    },
  };
}
