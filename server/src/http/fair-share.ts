import { setTimeout as wait } from 'node:timers/promises';
import type { CallMeta } from '@panel/contract';
import { LRUCache } from 'lru-cache';
import { createQueuedSlots } from '../lib/queued-slots.ts';
import { createTokenBucket, type TokenBucket } from '../lib/token-bucket.ts';
import { addressKey } from './client-address.ts';
import { PanelError } from './errors.ts';

/**
 * Cheap calls that read and write a few rows: as many at a time as one browser sends, so that ordinary pages never
 * wait.
 */
const LIGHT = { atOnce: 6, waiting: 64, waitMs: 10_000 };
/** Calls that query a hosted site, start a process or measure files. */
const HEAVY = { atOnce: 2, waiting: 8, waitMs: 10_000 };
/** Sustained rate, with a burst of 50. Beyond it each call waits in its slot. */
const HEAVY_PER_SECOND = 5;
const HEAVY_BURST_SECONDS = 10;
const MAX_PACES = 10_000;
const RETRY_AFTER_SECONDS = 2;
const TOO_MANY = 'Too many requests at once. Wait a moment and try again.';

/** The caller and the cost of a call. */
type Asked = { meta: Pick<CallMeta, 'heavy'>; input: unknown; userId: string | null; ip: string };

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

/**
 * Prevents one account from occupying the server: it runs a few calls at a time, and the others wait in its own short
 * queue.
 */
export function createFairShare(): FairShare {
  const [light, heavy] = [createQueuedSlots(LIGHT), createQueuedSlots(HEAVY)];
  const paces = new LRUCache<string, TokenBucket>({ max: MAX_PACES });
  /** Whether the caller was still connected at the end of the pause. */
  const paused = async (key: string, gone: AbortSignal): Promise<boolean> => {
    const pace = paces.get(key) ?? createTokenBucket(HEAVY_PER_SECOND, HEAVY_BURST_SECONDS, () => performance.now());
    paces.set(key, pace);
    const ms = pace(1);
    if (ms > 0) await wait(ms, undefined, { signal: gone }).catch(() => undefined);
    return !gone.aborted;
  };
  return {
    async enter({ meta, input, userId, ip }, gone) {
      const key = userId === null ? `address ${addressKey(ip)}` : `user ${userId}`;
      const isOne = isHeavy(meta, input);
      const leave = await (isOne ? heavy : light).enter(key, gone);
      if (leave === null) throw tooMany();
      if (isOne && !(await paused(key, gone))) {
        leave();
        throw tooMany();
      }
      return leave;
    },
  };
}
