import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of work that should end soon after its signal aborts. If it does not, it is abandoned after `graceMs`,
 * so that it does not occupy a slot forever.
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
