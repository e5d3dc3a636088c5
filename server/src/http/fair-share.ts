import { setTimeout as wait } from 'node:timers/promises';
import type { CallMeta } from '@panel/contract';
import { LRUCache } from 'lru-cache';
import { createFairTurns, THREAD_CLOCK, type Payer, type TurnsClock } from '../lib/fair-turns.ts';
import { createQueuedSlots } from '../lib/queued-slots.ts';
import { createTokenBucket, type TokenBucket } from '../lib/token-bucket.ts';
import { addressKey, networkOf } from '../lib/client-address.ts';
import { PanelError } from '../kernel/errors.ts';

/** What one account may use: requests at a time, and waiting ones. */
type Places = { atOnce: number; waiting: number; waitMs: number };
/** The same, with a sustained rate of requests and its burst. */
type Paced = Places & { perSecond: number; burstSeconds: number };

const WAIT_MS = 10_000;
/** Calls that read and write a few rows, and pages. */
const LIGHT: Places = { atOnce: 4, waiting: 64, waitMs: WAIT_MS };
/** Files that never change: a page needs many of them at once, and a whole office opens it. */
const FILES: Places = { atOnce: 16, waiting: 512, waitMs: WAIT_MS };
/** Calls that query a hosted site, start a process or measure files. */
const HEAVY: Paced = { atOnce: 2, waiting: 8, waitMs: WAIT_MS, perSecond: 5, burstSeconds: 10 };
/** Calls that take a file: each may last as long as its upload, so they share no place with the others. */
const UPLOAD: Paced = { atOnce: 2, waiting: 8, waitMs: WAIT_MS, perSecond: 2, burstSeconds: 10 };
/** Anonymous requests of one network, of all its addresses. */
const NETWORK: Places = { atOnce: 16, waiting: 512, waitMs: WAIT_MS };

/** Requests that the loop works on at a time, and those of them without an account: signed-in users always get on. */
const AT_ONCE = 8;
const ANONYMOUS_AT_ONCE = 4;
/** And of one account or address: each more is one in front of the next request of everybody else. */
const OWN_AT_ONCE = 2;
/** Time of the loop, in milliseconds a second, and for how many seconds it can be saved up. */
const ACCOUNT_MS = 400;
const ADDRESS_MS = 200;
const NETWORK_MS = 400;
const BURST_SECONDS = 3;

/** What a request costs that is refused before its turn: reading it, and the answer. */
const REFUSED_MS = { user: 1, anonymous: 4 };
/**
 * A body that is refused is still received, to throw it away: a large one takes more of the loop than the answer. Whoever sends
 * such bodies again and again, and has used up half of its burst, waits for so long for each answer, and sends nothing meanwhile.
 */
const UNREAD_BYTES = 64 * 1024;
const UNREAD_MS_PER_MB = 5;
const HELD_MS = 1_000;
/** What it costs to read a body as JSON. */
const MS_PER_MB = 20;

const MAX_PACES = 10_000;
const RETRY_AFTER_SECONDS = 2;
const TOO_MANY = 'Too many requests at once. Wait a moment and try again.';

/** Who makes a request: an account, or an anonymous address. */
export type Caller = { userId: string | null; ip: string };
type Cost = Pick<CallMeta, 'heavy' | 'upload'>;
/** `file`: one that never changes. `page`: everything else that is no call. */
export type RequestKind = 'file' | 'page' | { meta: Cost };

export type Place = {
  /**
   * Waits for the turn of the request, once its body is read.
   * @param bodyBytes what was read as JSON
   * @throws PanelError RATE_LIMITED
   */
  turn(input?: unknown, bodyBytes?: number): Promise<void>;
  /** Call it when the response is ready. */
  leave(): void;
};

export type FairShare = {
  /**
   * Waits for one of the places of the account or the address; call it before the body is read.
   * @throws PanelError RATE_LIMITED
   */
  enter(kind: RequestKind, caller: Caller, gone: AbortSignal): Promise<Place>;
  /**
   * Counts a request that was refused before its turn; anonymous ones count more. Resolves when it may be answered.
   * @param unreadBytes of its body that nobody has read
   * @returns whether the connection ends with the answer, so that the rest of a large body is not received
   */
  refused(caller: Caller, unreadBytes: number, gone: AbortSignal): Promise<boolean>;
};

/** Whether this call is an expensive one. */
function isHeavy({ heavy }: Cost, input: unknown): boolean {
  if (heavy === undefined) return false;
  if (heavy.when === undefined) return true;
  return typeof input === 'object' && input !== null && Object.hasOwn(input, heavy.when);
}

const tooMany = (): PanelError =>
  new PanelError('RATE_LIMITED', { minutes: 1 }, { message: TOO_MANY, retryAfter: RETRY_AFTER_SECONDS });

type Clock = TurnsClock & {
  /** Resolves after these milliseconds, or once the signal aborts. */
  pause(ms: number, gone: AbortSignal): Promise<void>;
};

const REAL_CLOCK: Clock = {
  ...THREAD_CLOCK,
  pause: (ms, gone) => wait(ms, undefined, { signal: gone }).catch(() => undefined),
};

type Lane = (key: string, gone: AbortSignal) => Promise<() => void>;

function createPlaces(share: Places): Lane {
  const slots = createQueuedSlots(share);
  return async (key, gone) => {
    const leave = await slots.enter(key, gone);
    if (leave === null) throw tooMany();
    return leave;
  };
}

/** The places and the pace of one kind of call, for each account. */
function createPacedPlaces(share: Paced, clock: Clock): Lane {
  const places = createPlaces(share);
  // With `max`, the library takes the room for all of them at once.
  const paces = new LRUCache<string, TokenBucket>({ maxSize: MAX_PACES, sizeCalculation: () => 1 });
  return async (key, gone) => {
    const leave = await places(key, gone);
    const pace = paces.get(key) ?? createTokenBucket(share.perSecond, share.burstSeconds, clock.wall);
    paces.set(key, pace);
    const ms = pace(1);
    if (ms > 0) await clock.pause(ms, gone);
    if (!gone.aborted) return leave;
    leave();
    throw tooMany();
  };
}

const payer = (key: string, perSecondMs: number, atOnce = Infinity): Payer => ({
  ...{ key, perSecondMs, burstMs: perSecondMs * BURST_SECONDS, atOnce },
});
const EVERYBODY = payer('anonymous', 1_000, ANONYMOUS_AT_ONCE);

const keyOf = ({ userId, ip }: Caller): string => (userId === null ? `address ${addressKey(ip)}` : `user ${userId}`);

/** Who pays for the time of a request. Files have a share of their own: they come before anyone signs in. */
function payersOf({ userId, ip }: Caller, kind: RequestKind): Payer[] {
  if (userId !== null) return [payer(`user ${userId}`, ACCOUNT_MS, OWN_AT_ONCE)];
  const of = kind === 'file' ? 'files of ' : '';
  return [
    payer(`${of}${addressKey(ip)}`, ADDRESS_MS, OWN_AT_ONCE),
    payer(`${of}${networkOf(ip)}`, NETWORK_MS),
    EVERYBODY,
  ];
}

/**
 * Prevents one account from occupying the server. It has a few places, and a short queue for them. Inside, requests take
 * turns on the loop, and each account pays for the time that its own have used (lib/fair-turns.ts).
 */
export function createFairShare(clock: Clock = REAL_CLOCK): FairShare {
  const light = createPlaces(LIGHT);
  const files = createPlaces(FILES);
  const network = createPlaces(NETWORK);
  const [heavy, upload] = [HEAVY, UPLOAD].map((share) => createPacedPlaces(share, clock)) as [Lane, Lane];
  const turns = createFairTurns({ atOnce: AT_ONCE, waitMs: WAIT_MS, clock });

  /** The places of a request: those of the account or address, and of the network. */
  const placesOf = async (lane: Lane, caller: Caller, gone: AbortSignal): Promise<() => void> => {
    const leave = await lane(keyOf(caller), gone);
    if (caller.userId !== null || lane === files) return leave;
    const leaveNetwork = await network(networkOf(caller.ip), gone).catch((error: unknown) => {
      leave();
      throw error;
    });
    return () => {
      leaveNetwork();
      leave();
    };
  };

  return {
    async enter(kind, caller, gone) {
      const meta = typeof kind === 'string' ? {} : kind.meta;
      const payers = payersOf(caller, kind);
      const lane = kind === 'file' ? files : meta.upload ? upload : light;
      let leave = await placesOf(lane, caller, gone);
      let endTurn: (() => void) | null = null;
      return {
        async turn(input, bodyBytes = 0) {
          turns.charge(payers, (bodyBytes * MS_PER_MB) / 1_048_576);
          if (meta.upload) return;
          if (isHeavy(meta, input)) {
            leave();
            leave = () => undefined;
            leave = await heavy(keyOf(caller), gone);
            return;
          }
          endTurn = await turns.take(payers, gone);
          if (endTurn === null) throw tooMany();
        },
        leave() {
          endTurn?.();
          leave();
          leave = () => undefined;
        },
      };
    },
    async refused(caller, unreadBytes, gone) {
      const answer = caller.userId === null ? REFUSED_MS.anonymous : REFUSED_MS.user;
      const unread = (unreadBytes * UNREAD_MS_PER_MB) / 1_048_576;
      const isSpent = turns.chargeRefused(payersOf(caller, 'page'), answer + unread);
      if (!isSpent || unreadBytes <= UNREAD_BYTES) return false;
      await clock.pause(HELD_MS, gone);
      return true;
    },
  };
}
