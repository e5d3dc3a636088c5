import type { LimitKind } from '@panel/contract';
import type { SiteProcess } from '../runtime/site-runtime.ts';
import type { Clock } from './keeper.ts';

/** A site from the watchdog's view. Times in milliseconds, memory in bytes. */
export type Watched = {
  siteId: string;
  process: SiteProcess;
  /** Whether a request is in progress. */
  leased: boolean;
  requestMs: number;
  memoryBytes: number;
};

export type WatchdogOptions = {
  clock: Clock;
  watched(): Watched[];
  /** Ends the process of a site; waiting requests fail, and the next one restarts it. */
  end(siteId: string): Promise<void>;
  hit(siteId: string, kind: LimitKind): void;
  log(line: string): void;
};

export type Watchdog = {
  /** Checks every running site once; also called by a timer. */
  look(): Promise<void>;
  /** The edge gave up a request that took longer than the site's plan allows. */
  late(siteId: string): Promise<void>;
  close(): void;
};

const EVERY_MS = 2_000;
/** Processor time that a site may use without a request, beyond `IDLE_SHARE` of a processor. */
const ALONE_MS = 10_000;
const IDLE_SHARE = 0.1;
/** PHP may start a request this much later than the edge, because of its queue. */
const LATER_MS = 2_000;

/** How long PHP may continue a request after its visitor has left. */
const LEFT_MS = 10_000;

type Seen = { cpuMs: number; at: number; aloneMs: number };

/**
 * Ends runaway sites from outside of their processes, because nothing inside can stop PHP. A site is ended when a
 * request takes longer than the plan allows, even if its visitor has left while others are served; when a request
 * continues without any visitor; when the site uses the processor without a request; or when it exceeds its memory.
 */
export function createWatchdog({ clock, watched, end, hit, log }: WatchdogOptions): Watchdog {
  const seen = new WeakMap<SiteProcess, Seen>();
  /** Since when PHP has been working on a request that its visitor has left. */
  const left = new WeakMap<SiteProcess, number>();
  let looking = false;

  const finish = async (site: Watched, kind: LimitKind, why: string): Promise<void> => {
    log(`ended ${site.siteId}: ${why}`);
    hit(site.siteId, kind);
    await end(site.siteId);
  };

  /** Processor time without a request, as a bucket that leaks an idle site's allowance. */
  const aloneFor = (site: Watched, cpuMs: number, working: boolean): number => {
    const now = clock.now();
    const before = seen.get(site.process);
    const used = before === undefined ? 0 : cpuMs - before.cpuMs - IDLE_SHARE * (now - before.at);
    const aloneMs = site.leased || working ? (before?.aloneMs ?? 0) : Math.max(0, (before?.aloneMs ?? 0) + used);
    seen.set(site.process, { cpuMs, at: now, aloneMs });
    return aloneMs;
  };

  const leftFor = (site: Watched, requestSince: number | null): number => {
    if (site.leased || requestSince === null) left.delete(site.process);
    else if (!left.has(site.process)) left.set(site.process, clock.now());
    return clock.now() - (left.get(site.process) ?? clock.now());
  };

  const check = async (site: Watched): Promise<void> => {
    const { requestSince, working } = site.process.activity?.() ?? { requestSince: null, working: false };
    if (requestSince !== null && clock.now() - requestSince >= site.requestMs + LATER_MS)
      return finish(site, 'time', 'a request took longer than its plan allows');
    const abandonedSince = site.process.abandonedSince?.() ?? null;
    if (abandonedSince !== null && clock.now() - abandonedSince >= site.requestMs + LATER_MS)
      return finish(site, 'time', 'a request that its visitor has left takes longer than its plan allows');
    if (leftFor(site, requestSince) > LEFT_MS)
      return finish(site, 'time', 'its visitor has left, and a request does not end');
    const usage = await site.process.usage();
    if (usage.rssBytes > site.memoryBytes)
      return finish(site, 'memory', `it has ${Math.round(usage.rssBytes / 2 ** 20)} MB of memory`);
    if (aloneFor(site, usage.cpuMs, working) > ALONE_MS)
      return finish(site, 'cpu', 'it uses the processor without a request');
  };

  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      await Promise.all(
        watched().map((site) =>
          check(site).catch((error: unknown) => log(`${site.siteId} could not be watched: ${String(error)}`)),
        ),
      );
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), EVERY_MS).unref();

  return {
    look,
    async late(siteId) {
      const site = watched().find((candidate) => candidate.siteId === siteId);
      const activity = site?.process.activity?.();
      if (site === undefined) return;
      // Where the runtime knows, only the time that PHP itself spent counts, not the time in the queue.
      if (
        activity !== undefined &&
        (activity.requestSince === null || clock.now() - activity.requestSince < site.requestMs - LATER_MS)
      )
        return;
      log(`ended ${siteId}: a request took longer than its plan allows`);
      await end(siteId);
    },
    close: () => clearInterval(timer),
  };
}
