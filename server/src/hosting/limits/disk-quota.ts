import type { SiteLimits } from '@panel/contract';
import type { FreeInodes, LimitPort, LimitsOf, Usage } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';

export type DiskQuotaOptions = {
  running(): string[];
  /** A site's size on disk; null when it is gone. */
  measure(siteId: string): Promise<Usage | null>;
  limitsOf: LimitsOf;
  /** Ends the site's processes; the next request starts them with the new limits. */
  stop(siteId: string): Promise<void>;
  limits: LimitPort;
  log(line: string): void;
  now?: () => number;
};

export type DiskQuota = {
  /**
   * The limits with which a site starts now.
   * @throws HostingError when it wrote although it was not allowed to
   */
  limitsNow(siteId: string, limits: SiteLimits): SiteLimits;
  /** The site runs code without being one of `running`. */
  ran(siteId: string): void;
  /**
   * Receives a disk measurement, and measures the sites when that is due. Resolves once they are measured and
   * handled.
   */
  looked(freeBytes: number, reserveBytes: number, inodes?: FreeInodes): Promise<void>;
  forget(siteId: string): void;
};

const MB = 2 ** 20;
/** A drop of free space that triggers a measurement of the sites. */
const FELL_BYTES = 64 * MB;
const FELL_INODES = 50_000;
const EVERY_MS = 60_000;
/** Interval while a site may not write, so that it can write again soon. */
const EVERY_RESTRICTED_MS = 10_000;
/** A site that may not write can write again below this share of its quota. */
const ENOUGH = 0.95;
/** Growth within the size of a log or a session. */
const GROWN_BYTES = 16 * MB;
const GROWN_FILES = 10_000;
/** After this many failed measurements in a row, a site counts as over its quota, and as growing. */
const FAILURES = 2;
const NO_INODE_LIMIT: FreeInodes = { free: Infinity, reserve: 0 };

/** `size` is its size when it lost the right to write; null until measured. */
type Restriction = { why: 'quota' | 'reserve'; size: Usage | null; stopped: boolean };
type Measured = { siteId: string; now: Usage; before: Usage | null };

const hasGrown = (now: Usage, then: Usage): boolean =>
  now.bytes - then.bytes > GROWN_BYTES || now.files - then.files > GROWN_FILES;
const describe = (size: Usage | null): string =>
  size === null
    ? 'cannot be measured'
    : `takes ${size.complete ? '' : 'at least '}${Math.round(size.bytes / MB)} MB in ${size.files} files`;

/**
 * Keeps sites within the disk space of their plan, and the disk above its reserve. A site over its quota keeps
 * running but can't write to files (its largest file size is 0 bytes); a site that still grows is stopped. Below the
 * reserve, the site that grew most since its last measurement is treated the same way. Files and folders count like
 * bytes, and a site that can't be measured in full counts as over its quota.
 */
export function createDiskQuota({
  running,
  measure,
  limitsOf,
  stop,
  limits,
  log,
  now = () => performance.now(),
}: DiskQuotaOptions): DiskQuota {
  const restricted = new Map<string, Restriction>();
  const sizes = new Map<string, Usage>();
  /** Failed measurements in a row. */
  const failures = new Map<string, number>();
  /** Sites that may have written since their last measurement. */
  let active = new Set<string>();
  let measuredAt = -Infinity;
  let freeThen = -Infinity;
  let inodesThen = -Infinity;
  let current: Promise<void> | null = null;

  const restrict = async (
    siteId: string,
    why: Restriction['why'],
    size: Usage | null,
    grows: boolean,
  ): Promise<void> => {
    const before = restricted.get(siteId);
    const stopped = before !== undefined && grows;
    if (before) before.size ??= size;
    if (before && (!stopped || before.stopped)) return;
    restricted.set(siteId, { why, size, stopped });
    limits.hit(siteId, 'disk');
    log(
      `${siteId} ${describe(size)} and ${stopped ? 'is stopped, because it grew although it must not write' : `may not write any more: ${why === 'quota' ? 'its plan allows less' : 'the disk is nearly full'}`}`,
    );
    await stop(siteId);
  };
  const allow = async (siteId: string): Promise<void> => {
    restricted.delete(siteId);
    log(`${siteId} can write again`);
    await stop(siteId);
  };
  const judge = async ({ siteId, now: size, before }: Measured, low: boolean): Promise<void> => {
    const { diskMb, maxFiles } = await limitsOf(siteId);
    const within = (share: number) =>
      size.complete && size.bytes <= diskMb * MB * share && size.files <= maxFiles * share;
    const known = restricted.get(siteId);
    const then = known ? known.size : before;
    // The uncounted part may be what fills the disk.
    const grows = then !== null && (hasGrown(size, then) || (low && !size.complete));
    if (!within(1)) return restrict(siteId, 'quota', size, grows);
    if (low && grows) return restrict(siteId, 'reserve', size, grows);
    if (known && (known.why === 'quota' ? within(ENOUGH) : !low)) await allow(siteId);
  };
  const notMeasured = async (siteId: string): Promise<void> => {
    const times = (failures.get(siteId) ?? 0) + 1;
    failures.set(siteId, times);
    active.add(siteId);
    log(`${siteId} could not be measured, ${times} times in a row`);
    if (times >= FAILURES) await restrict(siteId, 'quota', null, times >= 2 * FAILURES);
  };
  const forget = (siteId: string): void => {
    for (const known of [restricted, sizes, failures, active]) known.delete(siteId);
  };
  const measureAll = async (low: boolean): Promise<void> => {
    const sites = [...new Set([...active, ...running(), ...restricted.keys()])];
    active = new Set(running());
    const found: Measured[] = [];
    const failed: string[] = [];
    const measureOne = async (siteId: string): Promise<void> => {
      const size = await measure(siteId).catch(() => undefined);
      if (size === null) forget(siteId);
      else if (size === undefined) failed.push(siteId);
      else {
        found.push({ siteId, now: size, before: sizes.get(siteId) ?? null });
        sizes.set(siteId, size);
        failures.delete(siteId);
      }
    };
    await Promise.all(sites.map(measureOne));
    const grown = ({ now: size, before }: Measured) => (before === null ? 0 : size.bytes - before.bytes);
    found.sort((a, b) => grown(b) - grown(a));
    const kept = (siteId: string, work: Promise<void>) =>
      work.catch((error: unknown) => log(`the disk space of ${siteId} could not be kept: ${String(error)}`));
    for (const one of found) await kept(one.siteId, judge(one, low));
    for (const siteId of failed) await kept(siteId, notMeasured(siteId));
  };

  return {
    limitsNow(siteId, given) {
      active.add(siteId);
      const restriction = restricted.get(siteId);
      if (!restriction) return given;
      if (restriction.stopped)
        throw new HostingError(
          'DISK_FULL',
          'This site takes more disk space than its plan allows and was stopped. Choose a larger plan, or delete the site.',
          { retryable: false },
        );
      return { ...given, fileSizeMb: 0 };
    },
    ran: (siteId) => void active.add(siteId),
    looked(freeBytes, reserveBytes, inodes = NO_INODE_LIMIT) {
      if (current) return current;
      freeThen = Math.max(freeThen, freeBytes);
      inodesThen = Math.max(inodesThen, inodes.free);
      const low = freeBytes < reserveBytes || inodes.free < inodes.reserve;
      const fell =
        freeThen - freeBytes > FELL_BYTES ||
        inodesThen - inodes.free > FELL_INODES ||
        (freeBytes < reserveBytes && freeBytes < freeThen);
      const due = fell || now() - measuredAt > (restricted.size > 0 || low ? EVERY_RESTRICTED_MS : EVERY_MS);
      if (!due) return Promise.resolve();
      freeThen = freeBytes;
      inodesThen = inodes.free;
      measuredAt = now();
      current = measureAll(low).finally(() => (current = null));
      return current;
    },
    forget,
  };
}
