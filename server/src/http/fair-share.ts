import { setTimeout as wait } from 'node:timers/promises';
import type { CallMeta } from '@panel/contract';
import { LRUCache } from 'lru-cache';
import { createQueuedSlots } from '../lib/queued-slots.ts';
import { createTokenBucket, type TokenBucket } from '../lib/token-bucket.ts';
import { addressKey } from './client-address.ts';
import { PanelError } from './errors.ts';

/** Calls that read and write a few rows: as many at once as one browser makes, so that pages of a usual size never wait. */
const LIGHT = { atOnce: 6, waiting: 64, waitMs: 10_000 };
/** Calls that ask a hosted site, start a process or measure files. */
const HEAVY = { atOnce: 2, waiting: 8, waitMs: 10_000 };
/** In the long run; 50 may come without a pause. Above that each waits in its place. */
const HEAVY_PER_SECOND = 5;
const HEAVY_BURST_SECONDS = 10;
const MAX_PACES = 10_000;
const RETRY_AFTER_SECONDS = 2;
const TOO_MANY = 'Too many requests at once. Wait a moment and try again.';

/** Who makes a call, and what the call may cost. */
type Asked = { meta: Pick<CallMeta, 'heavy'>; input: unknown; userId: string | null; ip: string };

export type FairShare = {
  /**
   * Waits until the account, or the address of an anonymous caller, may make one more call. Call the result once when
   * the call has ended. @throws PanelError RATE_LIMITED
   */
  enter(asked: Asked, gone: AbortSignal): Promise<() => void>;
};

/** Whether this call is one of the expensive ones. */
function isHeavy({ heavy }: Pick<CallMeta, 'heavy'>, input: unknown): boolean {
  if (heavy === undefined) return false;
  if (heavy.when === undefined) return true;
  return typeof input === 'object' && input !== null && Object.hasOwn(input, heavy.when);
}

const tooMany = (): PanelError =>
  new PanelError('RATE_LIMITED', { minutes: 1 }, { message: TOO_MANY, retryAfter: RETRY_AFTER_SECONDS });

/** Keeps one account from occupying the server: it runs a few calls at a time, the others wait in a short queue of its own. */
export function createFairShare(): FairShare {
  const [light, heavy] = [createQueuedSlots(LIGHT), createQueuedSlots(HEAVY)];
  const paces = new LRUCache<string, TokenBucket>({ max: MAX_PACES });
  /** Whether the caller was still there at the end of the pause. */
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
