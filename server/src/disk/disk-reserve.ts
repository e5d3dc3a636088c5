import type { Logger } from 'pino';
import { BALLAST_BYTES, hasBallast, makeBallast, releaseBallast, sweepBallast } from './ballast.ts';
import { diskOf, MB } from './free-space.ts';

/** Reports whether the disk has room for work that makes the data folder grow. */
export type DiskPort = {
  isLow(): Promise<boolean>;
  /** Whether the reserve is left once so much more is written. */
  hasRoom(bytes: number): Promise<boolean>;
};

export type LookListener = (freeBytes: number, reserveBytes: number, inodes: { free: number; reserve: number }) => void;

export type DiskReserve = DiskPort & {
  /** Called after each check with the free space and the reserve; never awaited. */
  onLook(listener: LookListener): void;
  close(): Promise<void>;
};

export type DiskReserveOptions = {
  dataDir: string;
  /** Default: 1 % of the disk, at least 512 MB, and at most a tenth of a small disk. */
  reserveMb: number | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Delay after the start before the ballast is created; writing it must not slow the start down. */
  ballastAfterMs?: number;
};

const LOOK_MS = 1000;
/** Interval while space is scarce or shrinks quickly. */
const LOOK_CLOSELY_MS = 200;
const FAST_BYTES = 64 * MB;
const NEARLY_FULL_BYTES = 24 * MB;
const BALLAST_AFTER_MS = 30_000;

/** The reserve for a disk of that size, in bytes. */
const reserveOf = (totalBytes: number, reserveMb: number | undefined): number =>
  reserveMb === undefined ? Math.min(totalBytes / 10, Math.max(512 * MB, totalBytes / 100)) : reserveMb * MB;

/**
 * Reserved inodes: 1 %, at least 50,000, and at most a tenth of a small file system; none where inodes are unlimited.
 */
const inodeReserveOf = (totalInodes: number): number => Math.min(totalInodes / 10, Math.max(50_000, totalInodes / 100));

/**
 * Watches the free space of the data folder. Below the reserve the panel refuses work that grows. When the disk is
 * nearly full it deletes the ballast, and creates it again once there is room.
 */
export function watchDisk({
  dataDir,
  reserveMb,
  log,
  ballastAfterMs = BALLAST_AFTER_MS,
}: DiskReserveOptions): DiskReserve {
  const listeners: LookListener[] = [];
  const startedAt = performance.now();
  let wasLow = false;
  let last: number | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const measure = async () => {
    const { freeBytes, totalBytes, freeInodes, totalInodes } = await diskOf(dataDir);
    const reserveBytes = reserveOf(totalBytes, reserveMb);
    const inodes =
      totalInodes > 0 ? { free: freeInodes, reserve: inodeReserveOf(totalInodes) } : { free: Infinity, reserve: 0 };
    const low = freeBytes < reserveBytes || inodes.free < inodes.reserve;
    if (low !== wasLow) {
      const facts = {
        freeMb: Math.floor(freeBytes / MB),
        reserveMb: Math.floor(reserveBytes / MB),
        ...(inodes.reserve > 0 ? { freeInodes: inodes.free, reserveInodes: Math.floor(inodes.reserve) } : {}),
      };
      if (low) log.warn(facts, 'the disk has less free space than the reserve; nothing that grows is started');
      else log.info(facts, 'the disk has room again');
      wasLow = low;
    }
    return { freeBytes, reserveBytes, inodes, low };
  };
  const keepBallast = async (freeBytes: number, reserveBytes: number): Promise<void> => {
    if (releaseBallast(dataDir, NEARLY_FULL_BYTES))
      return void log.warn(
        { freeMb: Math.floor(freeBytes / MB) },
        'the disk is nearly full; the reserved space is released',
      );
    if (
      closed ||
      hasBallast(dataDir) ||
      freeBytes < reserveBytes + BALLAST_BYTES ||
      performance.now() - startedAt < ballastAfterMs
    )
      return;
    await sweepBallast(dataDir);
    await makeBallast(dataDir);
  };
  const look = async (): Promise<number> => {
    const { freeBytes, reserveBytes, inodes, low } = await measure();
    const fell = last !== null && last - freeBytes > FAST_BYTES;
    last = freeBytes;
    await keepBallast(freeBytes, reserveBytes);
    for (const listener of listeners) listener(freeBytes, reserveBytes, inodes);
    return low || fell || freeBytes < 4 * reserveBytes || inodes.free < 4 * inodes.reserve ? LOOK_CLOSELY_MS : LOOK_MS;
  };
  let current: Promise<void> = Promise.resolve();
  const schedule = (ms: number): void => {
    if (closed) return;
    timer = setTimeout(() => {
      current = look().then(schedule, (error: unknown) => {
        log.warn({ err: error }, 'the disk could not be checked');
        schedule(LOOK_MS);
      });
    }, ms).unref();
  };
  schedule(LOOK_MS);

  return {
    isLow: async () => (await measure()).low,
    async hasRoom(bytes) {
      const { low, freeBytes, reserveBytes } = await measure();
      return !low && freeBytes - bytes >= reserveBytes;
    },
    onLook: (listener) => void listeners.push(listener),
    async close() {
      closed = true;
      clearTimeout(timer);
      await current;
    },
  };
}
