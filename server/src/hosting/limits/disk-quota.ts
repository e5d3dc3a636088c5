import type { SiteLimits } from '@panel/contract';
import type { LimitPort, LimitsOf } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';

export type DiskQuotaOptions = {
  running(): string[];
  /** Bytes that a site takes on the disk now. */
  measure(siteId: string): Promise<number>;
  limitsOf: LimitsOf;
  /** Ends the site's processes; the next request starts them with the limits of then. */
  stop(siteId: string): Promise<void>;
  limits: LimitPort;
  log(line: string): void;
  now?: () => number;
};

export type DiskQuota = {
  /** The limits with which a site starts now. @throws HostingError when it wrote although it was not allowed to */
  limitsNow(siteId: string, limits: SiteLimits): SiteLimits;
  /** What a look at the disk found; measures the sites when that is due. Resolves when they are measured and dealt with. */
  looked(freeBytes: number, reserveBytes: number): Promise<void>;
  forget(siteId: string): void;
};

const MB = 2 ** 20;
/** So much less free space since the sites were measured, and they are measured at once. */
const FELL_BYTES = 64 * MB;
const EVERY_MS = 60_000;
/** While a site may not write, so that it soon may again. */
const EVERY_RESTRICTED_MS = 10_000;
/** A site that was stopped from writing may write again below this share of its quota. */
const ENOUGH = 0.95;
/** Growth that is no more than a log or a session. */
const GROWN_BYTES = 16 * MB;

type Restriction = { why: 'quota' | 'reserve'; bytes: number; stopped: boolean };

/**
 * Keeps sites within the disk space of their plan, and the disk above its reserve. A site over its quota runs on without
 * being able to write into files (the largest file it may write is 0 bytes); one that grows all the same is stopped. Below
 * the reserve this happens to whatever site grew most since it was measured.
 */
export function createDiskQuota({ running, measure, limitsOf, stop, limits, log, now = () => performance.now() }: DiskQuotaOptions): DiskQuota {
  const restricted = new Map<string, Restriction>();
  let sizes = new Map<string, number>();
  let measuredAt = -Infinity;
  let freeThen: number | null = null;
  let current: Promise<void> | null = null;

  const restrict = async (siteId: string, why: Restriction['why'], bytes: number): Promise<void> => {
    const before = restricted.get(siteId);
    const stopped = before !== undefined && bytes - before.bytes > GROWN_BYTES;
    if (before && !stopped) return;
    restricted.set(siteId, { why, bytes, stopped });
    limits.hit(siteId, 'disk');
    log(`${siteId} takes ${Math.round(bytes / MB)} MB and ${stopped ? 'is stopped, because it grew although it must not write' : `may not write any more: ${why === 'quota' ? 'its plan allows less' : 'the disk is nearly full'}`}`);
    await stop(siteId);
  };
  const allow = async (siteId: string): Promise<void> => {
    restricted.delete(siteId);
    log(`${siteId} may write again`);
    await stop(siteId);
  };
  /** @param grown since the last time, null for a site that was not measured then */
  const judge = async (siteId: string, bytes: number, grown: number | null, low: boolean): Promise<void> => {
    const quota = (await limitsOf(siteId)).diskMb * MB;
    const known = restricted.get(siteId);
    if (bytes > quota) return restrict(siteId, 'quota', bytes);
    if (low && (known ? bytes - known.bytes : (grown ?? 0)) > GROWN_BYTES) return restrict(siteId, 'reserve', bytes);
    if (known && (known.why === 'quota' ? bytes < quota * ENOUGH : !low)) await allow(siteId);
  };
  const measureAll = async (low: boolean): Promise<void> => {
    const sites = [...new Set([...running(), ...restricted.keys()])];
    const found = await Promise.all(sites.map(async (siteId) => ({ siteId, bytes: await measure(siteId).catch(() => null) })));
    const known = found.flatMap(({ siteId, bytes }) => (bytes === null ? [] : [{ siteId, bytes, grown: sizes.has(siteId) ? bytes - (sizes.get(siteId) ?? 0) : null }]));
    sizes = new Map(known.map(({ siteId, bytes }) => [siteId, bytes]));
    known.sort((a, b) => (b.grown ?? 0) - (a.grown ?? 0));
    for (const { siteId, bytes, grown } of known) {
      await judge(siteId, bytes, grown, low).catch((error: unknown) => log(`the disk space of ${siteId} could not be kept: ${String(error)}`));
    }
  };

  return {
    limitsNow(siteId, given) {
      const restriction = restricted.get(siteId);
      if (!restriction) return given;
      if (restriction.stopped) throw new HostingError('DISK_FULL', 'This site takes more disk space than its plan allows and was stopped. Delete files, or choose a larger plan.', { retryable: false });
      return { ...given, fileSizeMb: 0 };
    },
    looked(freeBytes, reserveBytes) {
      if (current) return current;
      freeThen = Math.max(freeThen ?? 0, freeBytes);
      const low = freeBytes < reserveBytes;
      const due = freeThen - freeBytes > FELL_BYTES || now() - measuredAt > (restricted.size > 0 ? EVERY_RESTRICTED_MS : EVERY_MS) || (low && freeBytes < freeThen);
      if (!due) return Promise.resolve();
      freeThen = freeBytes;
      measuredAt = now();
      current = measureAll(low).finally(() => (current = null));
      return current;
    },
    forget(siteId) {
      restricted.delete(siteId);
      sizes.delete(siteId);
    },
  };
}
