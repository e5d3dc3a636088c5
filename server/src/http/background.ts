import type { Logger } from '../process/app-context.ts';

export type Background = {
  /** Starts work that nobody waits for in a request; a failure is logged. */
  run(label: string, work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
};

/** Keeps track of work that goes on after its answer, so that the server does not stop in the middle of it. */
export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(label, work) {
      const done: Promise<void> = Promise.resolve()
        .then(work)
        .catch((thrown: unknown) => log.error({ label, err: thrown }, 'Work after an answer failed.'))
        .then(() => void running.delete(done));
      running.add(done);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
