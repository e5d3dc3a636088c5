import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of work that should end by itself soon after its signal was aborted. When it does not, it is left to
 * itself after `graceMs`, so that it holds no place for ever.
 * @throws the signal's reason when the work was abandoned
 */
export async function orAbandoned<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  const settled = new AbortController();
  const abandoned = async (): Promise<never> => {
    await new Promise<void>((resolve) =>
      signal.aborted
        ? resolve()
        : signal.addEventListener('abort', () => resolve(), { once: true, signal: settled.signal }),
    );
    await wait(graceMs, undefined, { signal: settled.signal });
    throw signal.reason;
  };
  try {
    return await Promise.race([work, abandoned()]);
  } finally {
    settled.abort();
  }
}
