import type { Logger } from '../kernel/clock-and-log.ts';

const POLL_MS = 1000;

export type DispatcherOptions<T> = {
  /** Concurrent tasks in this process. */
  places: number;
  /** Claims the next task for a free slot; undefined when none can run now. */
  take(free: number): Promise<T | undefined>;
  /** Runs a task to its end. Never throws. */
  run(task: T): Promise<void>;
  /** Returns a task that was claimed after `stop`. */
  giveBack(task: T): Promise<void>;
  /** A slot became free and this process has no task for it, but another one may. */
  onPlaceLeft(): void;
  log: Logger;
};

export type Dispatcher = {
  /** Looks for work now. Calls during a lookup cause one more. */
  wake(): void;
  /** Claims no more tasks; resolves when the last lookup has ended. Running tasks continue. */
  stop(): Promise<void>;
};

/** Keeps a worker's slots filled: at start, on every wake-up, whenever a task ends, and once a second. */
export function createDispatcher<T>({
  places,
  take,
  run,
  giveBack,
  onPlaceLeft,
  log,
}: DispatcherOptions<T>): Dispatcher {
  let running = 0;
  let stopping = false;
  let again = false;
  let placeLeft = false;
  let failing = false;
  let looking: Promise<void> | null = null;

  const start = (task: T): void => {
    running += 1;
    void run(task).finally(() => {
      running -= 1;
      placeLeft = true;
      wake();
    });
  };

  const look = async (): Promise<void> => {
    while (!stopping && running < places) {
      const task = await take(places - running);
      failing = false;
      if (!task) break;
      if (stopping) return giveBack(task);
      placeLeft = false;
      start(task);
    }
    if (placeLeft && !stopping) onPlaceLeft();
    placeLeft = false;
  };

  function wake(): void {
    again = true;
    if (looking || stopping) return;
    again = false;
    looking = look()
      .catch((error: unknown) => {
        if (!failing) log.warn({ err: error }, 'no task could be claimed; retrying every second');
        failing = true;
        again = false;
      })
      .finally(() => {
        looking = null;
        if (again) wake();
      });
  }

  const poll = setInterval(wake, POLL_MS);
  return {
    wake,
    async stop() {
      stopping = true;
      clearInterval(poll);
      await looking;
    },
  };
}
