import { setImmediate as nextTurn } from 'node:timers/promises';

/** What `Promise.all` gives for promises of the same results. */
type Results<T extends readonly (() => unknown)[]> = { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> };

/**
 * Begins reads at the same time, but each in a turn of the event loop of its own: the embedded database answers in this
 * process and within one turn, so that many reads together would hold the loop for as long as all of them take.
 */
export async function spreadReads<const T extends readonly (() => unknown)[]>(reads: T): Promise<Results<T>> {
  let turn = Promise.resolve();
  const results = reads.map((read) => {
    const begun = turn;
    turn = turn.then(() => nextTurn());
    return begun.then(read);
  });
  return (await Promise.all(results)) as Results<T>;
}
