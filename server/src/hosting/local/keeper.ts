import type { Endpoint } from '../driver.ts';
import type { SiteProcess } from '../runtime/site-runtime.ts';

/** Milliseconds since the epoch; tests give their own. */
export type Clock = { now(): number };
export type KeeperOptions = {
  serve(siteId: string): Promise<SiteProcess>;
  ended(siteId: string): Promise<void>;
  maxRunning: number;
  idleMs: number;
  clock: Clock;
};
export type Keeper = {
  start(siteId: string): Promise<Endpoint>;
  stop(siteId: string): Promise<void>;
  stopAll(): Promise<void>;
  lease(siteId: string): () => void;
  endpoint(siteId: string): Endpoint | null;
  running(): string[];
  /** Stops sites that nobody asked for within the idle time; also called by a timer. */
  sweep(): Promise<void>;
};

type Entry = { starting: Promise<SiteProcess>; process: SiteProcess | null; lastUsed: number };

/** Keeps at most `maxRunning` sites running: one start for concurrent callers, the least recently used stops first. */
export function createKeeper({ serve, ended, maxRunning, idleMs, clock }: KeeperOptions): Keeper {
  const entries = new Map<string, Entry>();
  const leases = new Map<string, number>();

  const stop = async (siteId: string): Promise<void> => {
    const entry = entries.get(siteId);
    if (entry === undefined) return;
    const process = await entry.starting.catch(() => null);
    await process?.stop();
    if (entries.get(siteId) === entry) entries.delete(siteId);
    await ended(siteId);
  };

  const makeRoom = async (forSite: string): Promise<void> => {
    for (;;) {
      const others = [...entries].filter(([id]) => id !== forSite);
      if (others.length < maxRunning) return;
      const [oldest] = others.filter(([id, entry]) => entry.process !== null && (leases.get(id) ?? 0) === 0).sort((a, b) => a[1].lastUsed - b[1].lastUsed);
      // All are busy: one more than planned is better than a visitor who is turned away.
      if (oldest === undefined) return;
      await stop(oldest[0]);
    }
  };

  const begin = (siteId: string): Entry => {
    const starting = makeRoom(siteId).then(() => serve(siteId));
    const entry: Entry = { starting, process: null, lastUsed: clock.now() };
    const forget = () => {
      if (entries.get(siteId) === entry) entries.delete(siteId);
    };
    starting.then((process) => {
      entry.process = process;
      void process.exited.then(forget);
    }, forget);
    return entry;
  };

  const start = async (siteId: string): Promise<Endpoint> => {
    let entry = entries.get(siteId);
    if (entry === undefined) {
      entry = begin(siteId);
      entries.set(siteId, entry);
    }
    entry.lastUsed = clock.now();
    return (await entry.starting).endpoint;
  };

  const sweep = async (): Promise<void> => {
    const idle = [...entries].filter(([id, entry]) => entry.process !== null && (leases.get(id) ?? 0) === 0 && clock.now() - entry.lastUsed >= idleMs);
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
    lease(siteId) {
      leases.set(siteId, (leases.get(siteId) ?? 0) + 1);
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        const rest = (leases.get(siteId) ?? 1) - 1;
        if (rest === 0) leases.delete(siteId);
        else leases.set(siteId, rest);
        const entry = entries.get(siteId);
        if (entry !== undefined) entry.lastUsed = clock.now();
      };
    },
    endpoint: (siteId) => entries.get(siteId)?.process?.endpoint ?? null,
    running: () => [...entries].filter(([, entry]) => entry.process !== null).map(([id]) => id),
  };
}
