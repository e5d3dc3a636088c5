import { LRUCache } from 'lru-cache';

/** Who pays for a turn: an account, or an address and the networks around it. */
export type Payer = {
  key: string;
  /** Milliseconds of time that it may use in each second, and what it can save up. */
  perSecondMs: number;
  burstMs: number;
  /** Its turns at a time. */
  atOnce: number;
};

export type TurnsOptions = {
  /** Turns of all payers at a time. */
  atOnce: number;
  waitMs: number;
  clock: TurnsClock;
};

/** Milliseconds that only go forward: by the clock, and of the processor that this thread has used. */
export type TurnsClock = { wall(): number; cpu(): number };

export const THREAD_CLOCK: TurnsClock = {
  wall: () => performance.now(),
  cpu() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

export type FairTurns = {
  /**
   * Waits for a turn. Call the result once to end it. Null when it does not come in time, or when `gone` aborts first.
   * @param payers from the narrowest to the widest; each pays for all of it
   */
  take(payers: readonly Payer[], gone: AbortSignal): Promise<(() => void) | null>;
  charge(payers: readonly Payer[], ms: number): void;
  /**
   * The same for a request that gets no turn: it spends what is left, and never delays turns that already wait.
   * @returns whether it spends more than it gets
   */
  chargeRefused(payers: readonly Payer[], ms: number): boolean;
};

/** A turn that lasts longer waits for something else than the loop: others go on meanwhile. */
const LONG_MS = 250;
/** Of the time that a turn waits, this part counts: another program, such as the database, works for it. */
const WAITING = 0.1;
/** Who has used half of its burst spends more than it gets: one turn at a time, and a few for all who do. */
const SPENT = 0.5;
const SPENDERS_AT_ONCE = 2;
const MAX_ACCOUNTS = 20_000;

type Account = { left: number; at: number; lastTurn: number };
type Turn = { payers: readonly Payer[]; isSpender: boolean; wall: number; time: number };
type Waiting = { payers: readonly Payer[]; admit(turn: Turn): void };

/**
 * Turns on what all share: the event loop. Time is measured and paid afterwards. Who has used the least of its share is
 * next, whoever came first, so that a flood waits behind everybody else; who has used up its share waits for it.
 */
export function createFairTurns({ atOnce, waitMs, clock }: TurnsOptions): FairTurns {
  // With `max`, the library takes the room for all of them at once.
  const accounts = new LRUCache<string, Account>({ maxSize: MAX_ACCOUNTS, sizeCalculation: () => 1 });
  const inside = new Map<string, number>();
  /** By the narrowest payer, in the order of arrival. */
  const lines = new Map<string, Waiting[]>();
  const running = new Set<Turn>();
  let [time, cpu, turns] = [0, clock.cpu(), 0];
  let later: NodeJS.Timeout | undefined;
  let nextRound: NodeJS.Immediate | undefined;

  /** The time that each running turn has used: they divide what the thread has. */
  const timeNow = (): number => {
    const now = clock.cpu();
    if (running.size > 0) time += (now - cpu) / running.size;
    cpu = now;
    return time;
  };

  const accountOf = ({ key, perSecondMs, burstMs }: Payer): Account => {
    const now = clock.wall();
    const account = accounts.get(key) ?? { left: burstMs, at: now, lastTurn: 0 };
    account.left = Math.min(burstMs, account.left + ((now - account.at) * perSecondMs) / 1000);
    account.at = now;
    accounts.set(key, account);
    return account;
  };

  const spend = (payers: readonly Payer[], ms: number, least: (payer: Payer) => number): void => {
    for (const payer of payers) {
      const account = accountOf(payer);
      account.left = Math.min(account.left, Math.max(least(payer), account.left - ms));
    }
  };

  const charge: FairTurns['charge'] = (payers, ms) => spend(payers, ms, ({ burstMs }) => -burstMs);

  const count = (payers: readonly Payer[], by: 1 | -1): void => {
    for (const { key } of payers) {
      const now = (inside.get(key) ?? 0) + by;
      if (now === 0) inside.delete(key);
      else inside.set(key, now);
    }
  };

  /** What is left of the payers' shares: the smallest part. */
  const partLeft = (payers: readonly Payer[]): number =>
    Math.min(...payers.map((payer) => accountOf(payer).left / payer.burstMs));

  const hasPlace = (payers: readonly Payer[], isSpender: boolean): boolean => {
    if (payers.some(({ key, atOnce: most }) => (inside.get(key) ?? 0) >= most)) return false;
    if (!isSpender) return true;
    const spenders = [...running].filter((turn) => turn.isSpender).length;
    return spenders < SPENDERS_AT_ONCE && !inside.has(payers[0]?.key ?? '');
  };

  type Next = { line: Waiting[]; part: number; lastTurn: number };
  const next = (): Next | null => {
    let best: Next | null = null;
    for (const line of lines.values()) {
      const [narrowest] = line[0]?.payers ?? [];
      if (!line[0] || !narrowest) continue;
      const part = partLeft(line[0].payers);
      if (part <= 0 || !hasPlace(line[0].payers, part < SPENT)) continue;
      const { lastTurn } = accountOf(narrowest);
      const isBefore = best === null || part > best.part || (part === best.part && lastTurn < best.lastTurn);
      if (isBefore) best = { line, part, lastTurn };
    }
    return best;
  };

  /** Until the first of those that wait has a share again. */
  const untilPaid = (): number => {
    let ms = Infinity;
    for (const [first] of lines.values()) {
      const waits = (first?.payers ?? []).map((payer) => (-accountOf(payer).left * 1000) / payer.perSecondMs);
      ms = Math.min(ms, Math.max(0, ...waits));
    }
    return ms;
  };

  const begin = (payers: readonly Payer[], part: number): Turn => {
    const turn = { payers, isSpender: part < SPENT, wall: clock.wall(), time: timeNow() };
    running.add(turn);
    count(payers, 1);
    turns += 1;
    for (const payer of payers) accountOf(payer).lastTurn = turns;
    return turn;
  };

  /** Begins one turn in each round of the loop: between two of them it reads who else has come. */
  const goOn = (): void => {
    if (nextRound) return;
    clearTimeout(later);
    const found = running.size < atOnce && lines.size > 0 ? next() : null;
    if (found !== null) {
      nextRound = setImmediate(() => {
        nextRound = undefined;
        goOn();
      });
      const first = found.line.shift();
      const key = first?.payers[0]?.key ?? '';
      if (found.line.length === 0) lines.delete(key);
      first?.admit(begin(first.payers, found.part));
    }
    if (running.size === 0 && lines.size > 0) later = setTimeout(goOn, Math.ceil(untilPaid()) + 1);
  };

  const end = (turn: Turn): void => {
    const used = timeNow() - turn.time;
    if (!running.delete(turn)) return;
    count(turn.payers, -1);
    charge(turn.payers, used + (clock.wall() - turn.wall) * WAITING);
    goOn();
  };

  return {
    charge,
    // Without a debt: who repeats what was refused would otherwise keep the account there, and wait forever.
    chargeRefused(payers, ms) {
      spend(payers, ms, () => 0);
      return partLeft(payers) < SPENT;
    },
    take(payers, gone) {
      if (gone.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const key = payers[0]?.key ?? '';
        const line = lines.get(key) ?? [];
        const giveUp = (): void => {
          stop();
          line.splice(line.indexOf(waiting), 1);
          if (line.length === 0) lines.delete(key);
          resolve(null);
        };
        const late = setTimeout(giveUp, waitMs);
        const stop = (): void => {
          clearTimeout(late);
          gone.removeEventListener('abort', giveUp);
        };
        const waiting: Waiting = {
          payers,
          admit(turn) {
            stop();
            const long = setTimeout(() => end(turn), LONG_MS).unref();
            resolve(() => {
              clearTimeout(long);
              end(turn);
            });
          },
        };
        gone.addEventListener('abort', giveUp, { once: true });
        lines.set(key, line);
        line.push(waiting);
        goOn();
      });
    },
  };
}
