import { setTimeout as wait } from 'node:timers/promises';
import type { CallMeta } from '@panel/contract';
import { LRUCache } from 'lru-cache';
import { createQueuedSlots } from '../lib/queued-slots.ts';
import { createTokenBucket, type TokenBucket } from '../lib/token-bucket.ts';
import { addressKey } from './client-address.ts';
import { PanelError } from './errors.ts';

/** What one account may use: calls at a time, waiting calls, and the sustained rate of calls with its burst. */
type Share = { atOnce: number; waiting: number; waitMs: number; perSecond: number; burstSeconds: number };

/** Calls that read and write a few rows: more a second than any page needs, so that ordinary pages never wait. */
const LIGHT: Share = { atOnce: 4, waiting: 64, waitMs: 10_000, perSecond: 50, burstSeconds: 3 };
/** Calls that query a hosted site, start a process or measure files. */
const HEAVY: Share = { atOnce: 2, waiting: 8, waitMs: 10_000, perSecond: 5, burstSeconds: 10 };
/** Calls that take a file: each may last as long as its upload, so they share no place with the others. */
const UPLOAD: Share = { atOnce: 2, waiting: 8, waitMs: 10_000, perSecond: 2, burstSeconds: 10 };
const MAX_PACES = 10_000;
const RETRY_AFTER_SECONDS = 2;
const TOO_MANY = 'Too many requests at once. Wait a moment and try again.';

/** The caller and the cost of a call. */
type Asked = { meta: Pick<CallMeta, 'heavy' | 'upload'>; input: unknown; userId: string | null; ip: string };

export type FairShare = {
  /**
   * Waits until the account, or the address of an anonymous caller, may make another call. Call the result once when
   * the call has ended.
   * @throws PanelError RATE_LIMITED
   */
  enter(asked: Asked, gone: AbortSignal): Promise<() => void>;
};

/** Whether this call is an expensive one. */
function isHeavy({ heavy }: Pick<CallMeta, 'heavy'>, input: unknown): boolean {
  if (heavy === undefined) return false;
  if (heavy.when === undefined) return true;
  return typeof input === 'object' && input !== null && Object.hasOwn(input, heavy.when);
}

const tooMany = (): PanelError =>
  new PanelError('RATE_LIMITED', { minutes: 1 }, { message: TOO_MANY, retryAfter: RETRY_AFTER_SECONDS });

type Clock = {
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Resolves after these milliseconds, or once the signal aborts. */
  pause(ms: number, gone: AbortSignal): Promise<void>;
};

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  pause: (ms, gone) => wait(ms, undefined, { signal: gone }).catch(() => undefined),
};

/** The places and the pace of one kind of call, for each account. */
function createLane(share: Share, clock: Clock) {
  const slots = createQueuedSlots(share);
  const paces = new LRUCache<string, TokenBucket>({ max: MAX_PACES });
  return async (key: string, gone: AbortSignal): Promise<() => void> => {
    const leave = await slots.enter(key, gone);
    if (leave === null) throw tooMany();
    const pace = paces.get(key) ?? createTokenBucket(share.perSecond, share.burstSeconds, clock.now);
    paces.set(key, pace);
    const ms = pace(1);
    if (ms > 0) await clock.pause(ms, gone);
    if (!gone.aborted) return leave;
    leave();
    throw tooMany();
  };
}

type Lane = ReturnType<typeof createLane>;

/**
 * Prevents one account from occupying the server: it runs a few calls at a time, and the others wait in its own short
 * queue.
 */
export function createFairShare(clock: Clock = REAL_CLOCK): FairShare {
  const [light, heavy, upload] = [LIGHT, HEAVY, UPLOAD].map((share) => createLane(share, clock)) as [Lane, Lane, Lane];
  return {
    enter({ meta, input, userId, ip }, gone) {
      const key = userId === null ? `address ${addressKey(ip)}` : `user ${userId}`;
      return (meta.upload ? upload : isHeavy(meta, input) ? heavy : light)(key, gone);
    },
  };
}
