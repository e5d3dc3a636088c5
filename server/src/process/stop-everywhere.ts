import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 1000;
const LIMIT_MS = 60_000;

/** The answer of one process to a request. */
export type Answer = { request: string; from: number; error?: string };

type Deps = {
  self: number;
  /** The processes that can be asked now. */
  listeners: () => Promise<number[]>;
  ask: (request: string, siteId: string) => Promise<void>;
};

/**
 * Asks all other processes to stop a site, and waits for each until it answers or has ended. Throws when one cannot
 * stop it or does not answer within a minute, so that nobody deletes files that a site still uses.
 */
export function createStopRequests({ self, listeners, ask }: Deps) {
  const open = new Map<string, (answer: Answer) => void>();

  /** Resolves once no process is left in `others`, from which each answer removes one. */
  async function allGone(others: Set<number>, answered: Promise<void>): Promise<void> {
    const end = Date.now() + LIMIT_MS;
    while (others.size > 0) {
      await Promise.race([answered, wait(LOOK_MS, undefined, { ref: false })]);
      const now = others.size > 0 ? await listeners() : [];
      for (const process of others) if (!now.includes(process)) others.delete(process);
      if (others.size > 0 && Date.now() > end)
        throw new Error(`The site may still run: ${others.size} other processes do not answer.`);
    }
  }

  return {
    answered: (answer: Answer): void => open.get(answer.request)?.(answer),
    async stop(siteId: string): Promise<void> {
      const others = new Set(await listeners());
      others.delete(self);
      if (others.size === 0) return;
      const request = randomUUID();
      const errors: string[] = [];
      const answered = new Promise<void>((resolve) =>
        open.set(request, ({ from, error }) => {
          if (error !== undefined) errors.push(error);
          others.delete(from);
          if (others.size === 0) resolve();
        }),
      );
      try {
        await ask(request, siteId);
        await allGone(others, answered);
      } finally {
        open.delete(request);
      }
      if (errors.length > 0) throw new Error(`The site could not be stopped in another process: ${errors.join(' ')}`);
    },
  };
}
