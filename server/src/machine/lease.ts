import { uptime } from 'node:os';
import { MACHINE_LEASE_SECONDS } from '@panel/contract';

const LOOK_MS = 1_000;

/**
 * Milliseconds since a moment that the clock of the machine does not change: `performance` stands still while a machine is suspended, and
 * the time since its start does not, but counts in hundredths.
 */
function stopwatch(): () => number {
  const [since, up] = [performance.now(), uptime()];
  return () => Math.max(performance.now() - since, (uptime() - up) * 1_000 - LOOK_MS);
}

export type Lease = {
  /** A report has been stored that began when `startedReport` was called. */
  startedReport(): () => Promise<void>;
  /** Whether others may take over by now what is here, so that nothing of it is served. */
  isOver(): boolean;
  /** What is done when it ends, and before anything is served again. */
  onChange(listeners: { over(): Promise<void>; back(): void }): void;
  close(): void;
};

/**
 * How long a process may serve without having reported to the database, on its own monotonic clock. It counts from the beginning of a
 * report, which is before the time that the database writes down, so that it ends here before it ends there.
 * @param hasPeers whether another machine could take over
 */
export function createLease(hasPeers: () => boolean, leaseMs = MACHINE_LEASE_SECONDS * 1_000): Lease {
  let age = stopwatch();
  let isEnded = false;
  let changing = Promise.resolve();
  let listeners: Parameters<Lease['onChange']>[0] = { over: async () => undefined, back: () => undefined };
  const isOver = (): boolean => isEnded || (hasPeers() && age() > leaseMs);
  const look = (): void => {
    if (isEnded || !isOver()) return;
    isEnded = true;
    changing = changing.then(() => listeners.over()).catch(() => undefined);
  };
  const timer = setInterval(look, Math.min(LOOK_MS, leaseMs / 4)).unref();
  return {
    startedReport() {
      const began = stopwatch();
      return async () => {
        // Others may have taken over since it read this.
        look();
        if (isEnded) {
          await changing;
          listeners.back();
        }
        age = began;
        isEnded = isOverSince(began, leaseMs);
      };
    },
    isOver,
    onChange: (given) => void (listeners = given),
    close: () => clearInterval(timer),
  };
}

/** A report that took longer than the lease proves nothing. */
const isOverSince = (began: () => number, leaseMs: number): boolean => began() > leaseMs;
