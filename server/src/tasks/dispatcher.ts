import type { Logger } from '../process/app-context.ts';

const POLL_MS = 1000;

export type DispatcherOptions<T> = {
  /** Tasks at once in this process. */
  places: number;
  /** Takes the next task for a free place; undefined when none may run now. */
  take(free: number): Promise<T | undefined>;
  /** Runs a task to its end. Never throws. */
  run(task: T): Promise<void>;
  /** Gives back what was taken after `stop`. */
  giveBack(task: T): Promise<void>;
  /** A place became free and this process has nothing for it, but another one may have. */
  onPlaceLeft(): void;
  log: Logger;
};

export type Dispatcher = {
  /** Looks for work now. Calls that come during a look cause one more. */
  wake(): void;
  /** Takes nothing more; resolves when the last look has ended. Running tasks go on. */
  stop(): Promise<void>;
};

/** Keeps the places of a worker filled: when it starts, when it is woken, whenever a task ends, and once a second. */
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
        if (!failing) log.warn({ err: error }, 'no task could be taken; tried again every second');
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
