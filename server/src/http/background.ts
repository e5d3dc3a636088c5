import type { Logger } from '../kernel/clock-and-log.ts';

export type Background = {
  /** Starts work that no request waits for; a failure is logged. */
  run(label: string, work: () => Promise<unknown>): void;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
};

/** Tracks work that continues after its response, so that the server waits for it before it stops. */
export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(label, work) {
      const done: Promise<void> = Promise.resolve()
        .then(work)
        .catch((thrown: unknown) => log.error({ label, err: thrown }, 'Background work failed.'))
        .then(() => void running.delete(done));
      running.add(done);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
