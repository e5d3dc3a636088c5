import type { Endpoint } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteProcess } from '../runtime/site-runtime.ts';
import { createLeases } from './leases.ts';
import type { LeaseEnd, LeaseUse } from './leases.ts';
import { createPlaces } from './places.ts';
import type { Place } from './places.ts';

/** Milliseconds since the epoch; tests give their own. */
export type Clock = { now(): number };
export type KeeperOptions = {
  serve(siteId: string): Promise<SiteProcess>;
  ended(siteId: string): Promise<void>;
  /** Sites that may run at the same time, those that start or stop included. */
  maxRunning: number;
  idleMs: number;
  clock: Clock;
  /** How long a start waits for a site to stop while all are in use. Default 5,000 ms. */
  waitMs?: number;
  /** Hears of requests that took longer than the plan of their site allows. */
  late?(siteId: string): void;
};
export type Keeper = {
  /** @throws HostingError `BUSY` when as many sites as may run are in use for longer than a start waits */
  start(siteId: string): Promise<Endpoint>;
  stop(siteId: string): Promise<void>;
  stopAll(): Promise<void>;
  /** Keeps the site from being stopped for another one. `upkeep` does not make it a site that is in use. */
  lease(siteId: string, use?: LeaseUse): LeaseEnd;
  endpoint(siteId: string): Endpoint | null;
  running(): string[];
  /** Every site that runs, and whether it is in use; for the watchdog. */
  processes(): RunningSite[];
  /** Stops sites that nobody asked for within the idle time; also called by a timer. */
  sweep(): Promise<void>;
};
export type RunningSite = { siteId: string; process: SiteProcess; leased: boolean };

type Entry = { starting: Promise<SiteProcess>; process: SiteProcess | null; place: Place; stopping: Promise<void> | null; lastUsed: number };

/**
 * Keeps at most `maxRunning` sites running: one start for concurrent callers, and the least recently used site that is
 * not in use stops first. When all are in use, starts wait in the order in which they came.
 */
export function createKeeper({ serve, ended, maxRunning, idleMs, clock, waitMs = 5_000, late = () => undefined }: KeeperOptions): Keeper {
  const entries = new Map<string, Entry>();

  const stopOldest = () => {
    const idle = [...entries].filter(([id, entry]) => entry.process !== null && entry.stopping === null && !leases.has(id));
    const [oldest] = idle.sort((a, b) => a[1].lastUsed - b[1].lastUsed);
    if (oldest !== undefined) void stop(oldest[0]);
  };
  /** Stops only as many sites as starts wait for: one that is stopping is a place that will be free. */
  const places = createPlaces(maxRunning, {
    waitMs,
    wanted: (waiting) => {
      const stopping = [...entries.values()].filter((entry) => entry.stopping !== null).length;
      for (let missing = waiting - stopping; missing > 0; missing -= 1) stopOldest();
    },
    refused: () => new HostingError('BUSY', 'Too many sites are in use on this server right now. Try again in a minute.', { retryable: true }),
  });
  const leases = createLeases({
    ended(siteId, result) {
      const entry = entries.get(siteId);
      if (entry !== undefined && result.use === 'visit') entry.lastUsed = clock.now();
      if (result.late) late(siteId);
      places.look();
    },
  });

  const end = async (siteId: string, entry: Entry): Promise<void> => {
    entry.place.cancel();
    const process = await entry.starting.catch(() => null);
    await process?.stop();
    if (entries.get(siteId) === entry) entries.delete(siteId);
    await ended(siteId);
    entry.place.leave();
  };

  const stop = async (siteId: string): Promise<void> => {
    const entry = entries.get(siteId);
    if (entry === undefined) return;
    entry.stopping ??= end(siteId, entry);
    await entry.stopping;
  };

  const begin = (siteId: string): Entry => {
    const place = places.enter();
    const starting = place.free.then(() => serve(siteId));
    const entry: Entry = { starting, process: null, place, stopping: null, lastUsed: clock.now() };
    entries.set(siteId, entry);
    const forget = () => {
      if (entry.stopping !== null) return;
      if (entries.get(siteId) === entry) entries.delete(siteId);
      place.leave();
    };
    starting.then((process) => {
      entry.process = process;
      void process.exited.then(forget);
      places.look();
    }, forget);
    return entry;
  };

  const start = async (siteId: string): Promise<Endpoint> => {
    for (let old = entries.get(siteId); old?.stopping; old = entries.get(siteId)) await old.stopping;
    const entry = entries.get(siteId) ?? begin(siteId);
    entry.lastUsed = clock.now();
    return (await entry.starting).endpoint;
  };

  const sweep = async (): Promise<void> => {
    const idle = [...entries].filter(([id, entry]) => entry.process !== null && !leases.has(id) && clock.now() - entry.lastUsed >= idleMs);
    await Promise.all(idle.map(([id]) => stop(id)));
  };
  const timer = setInterval(() => void sweep(), Math.min(idleMs, 30_000)).unref();

  return {
    start,
    stop,
    sweep,
    async stopAll() {
      clearInterval(timer);
      await Promise.all([...entries.keys()].map(stop));
    },
    lease: (siteId, use = 'visit') => leases.open(siteId, use),
    endpoint: (siteId) => endpointOf(entries.get(siteId)),
    running: () => [...entries].filter(([, entry]) => endpointOf(entry) !== null).map(([id]) => id),
    processes: () => [...entries].flatMap(([siteId, { process, stopping }]) => (process === null || stopping !== null ? [] : [{ siteId, process, leased: leases.has(siteId) }])),
  };
}

function endpointOf(entry: Entry | undefined): Endpoint | null {
  return entry === undefined || entry.stopping !== null ? null : (entry.process?.endpoint ?? null);
}
