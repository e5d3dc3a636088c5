import type { Endpoint, LeaseEnd, LeaseUse } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteProcess } from '../runtime/site-runtime.ts';
import { createLeases } from './leases.ts';
import { createPlaces } from './places.ts';
import type { Place } from './places.ts';
import { createOwners } from './owners.ts';

/** Milliseconds since the epoch; tests can replace it. */
export type Clock = { now(): number };
export type KeeperOptions = {
  serve(siteId: string): Promise<SiteProcess>;
  ended(siteId: string): Promise<void>;
  /** Maximum running sites, including those that start or stop. */
  maxRunning: number;
  idleMs: number;
  clock: Clock;
  /** How long a start waits for a site to stop while all are in use. Default 5,000 ms. */
  waitMs?: number;
  /** Called for requests that took longer than their site's plan allows. */
  late?(siteId: string): void;
  /** The owner of a site; owners share the running slots fairly. Default: the site itself. */
  ownerOf?(siteId: string): Promise<string>;
  /** Called for sites in use that were stopped because their owner had more than its share of the slots. */
  displaced?(siteId: string): void;
  /** How long a site must have been in continuous use before it can be stopped for another owner. Default 1,000 ms. */
  graceMs?: number;
  log?(line: string): void;
};
export type Keeper = {
  /**
   * A start for `upkeep` is no use: the site sleeps again soon after.
   * @throws HostingError `BUSY` when the maximum number of sites stays in use for longer than a start waits
   */
  start(siteId: string, use?: LeaseUse): Promise<Endpoint>;
  /** Stops it; requests that run get `drainMs` to end. New starts wait until it has stopped. */
  stop(siteId: string, drainMs?: number): Promise<void>;
  stopAll(): Promise<void>;
  /**
   * Puts another process in the place of the one that runs, as soon as `make` has made it. Requests that come then reach it; the
   * old one ends after its requests. A site that sleeps wakes with it.
   */
  replace(siteId: string, make: () => Promise<SiteProcess>): Promise<void>;
  /** Lets go of a process, which ends after its requests. */
  retire(siteId: string): Promise<void>;
  /** Prevents the site from being stopped for another one. `upkeep` does not count as use. */
  lease(siteId: string, use?: LeaseUse): LeaseEnd;
  endpoint(siteId: string): Endpoint | null;
  running(): string[];
  /** Every running site, and whether it is in use; for the watchdog. */
  processes(): RunningSite[];
  /** Stops sites without requests during the idle time; also called by a timer. */
  sweep(): Promise<void>;
};
export type RunningSite = { siteId: string; process: SiteProcess; leased: boolean };

/** How often a waiting start checks for a slot while every running site was just used. */
const LOOK_AGAIN_MS = 100;

type Entry = {
  starting: Promise<SiteProcess>;
  process: SiteProcess | null;
  place: Place;
  stopping: Promise<void> | null;
  lastUsed: number;
  /** Aborted before its process is stopped. */
  stopped: AbortController;
  /** Makes a process the one of this entry. */
  watch(process: SiteProcess): void;
};

/**
 * Keeps at most `maxRunning` sites running. Concurrent callers share one start, and an unused site stops first, as
 * `Owners.toSleep` decides. When all are in use, starts wait: the owner with the fewest slots is next, then the
 * earliest. A site in long use is stopped when its owner has more than its share.
 */
export function createKeeper({
  serve,
  ended,
  maxRunning,
  idleMs,
  clock,
  waitMs = 5_000,
  graceMs = 1_000,
  late = () => undefined,
  ownerOf,
  displaced = () => undefined,
  log = () => undefined,
}: KeeperOptions): Keeper {
  const entries = new Map<string, Entry>();
  /** Sites that are to be stopped once their requests have ended. */
  const draining = new Map<string, () => void>();
  const owners = createOwners(ownerOf, log);
  const quietly = (siteId: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log(`${siteId} could not be stopped: ${String(error)}`));

  const stopIdle = (waiting: string[]) => {
    const idle = [...entries]
      .filter(([id, entry]) => entry.process !== null && entry.stopping === null && !leases.has(id))
      .sort((a, b) => a[1].lastUsed - b[1].lastUsed)
      .map(([id]) => id);
    const found = owners.toSleep({ idle, waiting, placed: placed(), places: maxRunning });
    if (found === undefined) return false;
    void quietly(found, stop(found));
    return true;
  };
  /** The sites that hold a slot and are not about to release it. */
  const placed = () =>
    [...entries].filter(([, { place, stopping }]) => stopping === null && place.isTaken()).map(([id]) => id);
  /**
   * Stops a site of the owner with the most slots in favour of another; checks again soon while its requests may
   * still end.
   */
  const displace = (waiting: string[]) => {
    const inUse = placed().flatMap((siteId) => {
      const since = leases.since(siteId);
      return since === null || entries.get(siteId)?.process === null ? [] : [{ siteId, since }];
    });
    const found = owners.tooMany({ waiting, placed: placed(), places: maxRunning, inUse });
    if (found === null) return;
    if (clock.now() - found.since < graceMs) {
      lookAgain ??= setTimeout(() => {
        lookAgain = undefined;
        places.look();
      }, LOOK_AGAIN_MS).unref();
      return;
    }
    log(`stopped ${found.siteId}: its owner has more sites in use than its share while another waits`);
    displaced(found.siteId);
    void quietly(found.siteId, stop(found.siteId));
  };
  let lookAgain: NodeJS.Timeout | undefined;
  /** Stops only as many sites as there are waiting starts: one that is stopping will free its slot. */
  const places = createPlaces(maxRunning, {
    waitMs,
    next: (waiting) => owners.next(waiting, placed()),
    wanted: (waiting) => {
      const stopping = [...entries.values()].filter((entry) => entry.stopping !== null && entry.place.isTaken()).length;
      let missing = waiting.length - stopping;
      while (missing > 0 && stopIdle(waiting)) missing -= 1;
      if (missing > 0 && stopping === 0) displace(waiting);
    },
    refused: () =>
      new HostingError('BUSY', 'Too many sites are in use on this server right now. Try again in a minute.', {
        retryable: true,
      }),
  });
  const leases = createLeases({
    clock,
    ended(siteId, result) {
      const entry = entries.get(siteId);
      if (entry !== undefined && result.use === 'visit') entry.lastUsed = clock.now();
      if (result.late) late(siteId);
      if (!leases.has(siteId)) draining.get(siteId)?.();
      places.look();
    },
  });

  const remove = (siteId: string, entry: Entry) => {
    if (entries.get(siteId) !== entry) return;
    entries.delete(siteId);
    owners.forget(siteId);
  };

  /** Until no request of the site is running; new ones wait for the next start. */
  const drained = (siteId: string, forMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (forMs === 0 || !leases.has(siteId)) return resolve();
      const done = () => {
        clearTimeout(timeout);
        draining.delete(siteId);
        resolve();
      };
      const timeout = setTimeout(done, forMs);
      draining.set(siteId, done);
    });

  const end = async (siteId: string, entry: Entry, drainMs: number): Promise<void> => {
    entry.place.cancel();
    await drained(siteId, drainMs);
    entry.stopped.abort();
    try {
      const process = await entry.starting.catch(() => null);
      await process?.stop();
      await ended(siteId);
    } finally {
      remove(siteId, entry);
      entry.place.leave();
    }
  };

  const stop = async (siteId: string, drainMs = 0): Promise<void> => {
    const entry = entries.get(siteId);
    if (entry === undefined) return;
    entry.stopping ??= end(siteId, entry, drainMs);
    await entry.stopping;
  };

  const begin = (siteId: string, make = serve): Entry => {
    void owners.find(siteId).then(() => places.look());
    const place = places.enter(siteId);
    const starting = place.free.then(() => make(siteId));
    const entry: Entry = {
      starting,
      process: null,
      place,
      stopping: null,
      lastUsed: 0,
      stopped: new AbortController(),
      watch: () => undefined,
    };
    entries.set(siteId, entry);
    const forget = () => {
      if (entry.stopping !== null) return;
      remove(siteId, entry);
      place.leave();
    };
    entry.watch = (process) => {
      entry.process = process;
      const ended = () => entry.process === process && forget();
      process.exited.then(ended, ended);
      places.look();
    };
    starting.then(entry.watch, forget);
    return entry;
  };

  const replace: Keeper['replace'] = async (siteId, make) => {
    const found = () => entries.get(siteId);
    for (let old = found(); old?.stopping; old = found()) await old.stopping.catch(() => undefined);
    const entry = found();
    const before = entry && (await entry.starting.catch(() => null));
    if (entry === undefined || !before || found() !== entry) {
      if (found() !== undefined) await stop(siteId);
      const fresh = begin(siteId, make);
      fresh.lastUsed = clock.now();
      await fresh.starting;
      return;
    }
    const next = await make();
    if (found() !== entry || entry.stopping !== null) {
      // The old one has ended meanwhile.
      await stop(siteId);
      await begin(siteId, async () => next).starting;
      return;
    }
    entry.starting = Promise.resolve(next);
    entry.watch(next);
    drain(before);
  };

  const retire: Keeper['retire'] = async (siteId) => {
    const entry = entries.get(siteId);
    const process = entry && (await entry.starting.catch(() => null));
    if (!entry || !process || entries.get(siteId) !== entry || entry.stopping !== null) return;
    remove(siteId, entry);
    const left = () => entry.place.leave();
    process.exited.then(left, left);
    drain(process);
    await ended(siteId);
  };

  const start = async (siteId: string, use: LeaseUse = 'visit'): Promise<Endpoint> => {
    for (let old = entries.get(siteId); old?.stopping; old = entries.get(siteId))
      await old.stopping.catch(() => undefined);
    const entry = entries.get(siteId) ?? begin(siteId);
    if (use === 'visit') entry.lastUsed = clock.now();
    return { ...(await entry.starting).endpoint, stopped: entry.stopped.signal };
  };

  const sweep = async (): Promise<void> => {
    const idle = [...entries].filter(
      ([id, entry]) => entry.process !== null && !leases.has(id) && clock.now() - entry.lastUsed >= idleMs,
    );
    await Promise.all(idle.map(([id]) => quietly(id, stop(id))));
  };
  const timer = setInterval(() => void sweep(), Math.min(idleMs, 30_000)).unref();

  return {
    start,
    stop,
    replace,
    retire,
    sweep,
    async stopAll() {
      clearInterval(timer);
      clearTimeout(lookAgain);
      await Promise.all([...entries.keys()].map((id) => quietly(id, stop(id))));
    },
    lease: (siteId, use = 'visit') => leases.open(siteId, use),
    endpoint: (siteId) => endpointOf(entries.get(siteId)),
    running: () => [...entries].filter(([, entry]) => endpointOf(entry) !== null).map(([id]) => id),
    processes: () =>
      [...entries].flatMap(([siteId, { process, stopping }]) =>
        process === null || stopping !== null ? [] : [{ siteId, process, leased: leases.has(siteId) }],
      ),
  };
}

const drain = (process: SiteProcess): void =>
  process.drain ? process.drain() : void process.stop().catch(() => undefined);

function endpointOf(entry: Entry | undefined): Endpoint | null {
  return entry === undefined || entry.stopping !== null ? null : (entry.process?.endpoint ?? null);
}
