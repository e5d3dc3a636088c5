import type { LimitKind } from '@panel/contract';
import type { SiteProcess } from '../runtime/site-runtime.ts';
import type { Clock } from './keeper.ts';

/** A site as the watchdog sees it. Times in milliseconds, memory in bytes. */
export type Watched = {
  siteId: string;
  process: SiteProcess;
  /** Whether a request is under way. */
  leased: boolean;
  requestMs: number;
  memoryBytes: number;
};

export type WatchdogOptions = {
  clock: Clock;
  watched(): Watched[];
  /** Ends the process of a site; requests that wait for it fail, and the next one starts it anew. */
  end(siteId: string): Promise<void>;
  hit(siteId: string, kind: LimitKind): void;
  log(line: string): void;
};

export type Watchdog = {
  /** Looks at every running site once; also called by a timer. */
  look(): Promise<void>;
  /** The edge has given a request up that took longer than the plan of its site allows. */
  late(siteId: string): Promise<void>;
  close(): void;
};

const EVERY_MS = 2_000;
/** Processor time that a site may use while no request is under way, beyond `IDLE_SHARE` of a processor. */
const ALONE_MS = 10_000;
const IDLE_SHARE = 0.1;
/** PHP may begin with a request this much later than the edge: it waits for its turn first. */
const LATER_MS = 2_000;

/** How long PHP may go on with a request that nobody waits for. */
const LEFT_MS = 10_000;

type Seen = { cpuMs: number; at: number; aloneMs: number };

/**
 * Ends sites that do not end by themselves, from outside of their processes, because nothing inside can stop PHP. The
 * rules: a request takes longer than the plan allows, also one whose visitor has left while others are served; it goes on
 * although nobody asks the site for anything; the site computes although
 * nobody asked it anything; it has more memory than it may.
 */
export function createWatchdog({ clock, watched, end, hit, log }: WatchdogOptions): Watchdog {
  const seen = new WeakMap<SiteProcess, Seen>();
  /** Since when PHP is at work on a request that its visitor has left. */
  const left = new WeakMap<SiteProcess, number>();
  let looking = false;

  const finish = async (site: Watched, kind: LimitKind, why: string): Promise<void> => {
    log(`ended ${site.siteId}: ${why}`);
    hit(site.siteId, kind);
    await end(site.siteId);
  };

  /** How long the site has computed alone, as a bucket that leaks what an idle site may use. */
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
      return finish(site, 'cpu', 'it computes while no request is under way');
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
      // Where the runtime knows, only a request that PHP itself has had for so long counts: others only waited behind it.
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
