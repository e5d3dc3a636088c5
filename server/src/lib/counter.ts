import { randomUUID } from 'node:crypto';

/** Rows that are stored together, under an id by which the database knows whether it has them already. */
export type Batch<Row> = { id: string; rows: readonly Row[] };

export type CounterOptions<Row> = {
  keyOf(row: Row): string;
  /** Two rows of the same key as one. */
  sum(known: Row, more: Row): Row;
  /** Stores a batch. One that comes again with the same id must change nothing. */
  store(batch: Batch<Row>): Promise<void>;
  /** Hears of a batch that could not be stored and is kept. */
  failed(error: unknown, batch: Batch<Row>): void;
  /** Keys that are kept in memory at most; more are dropped. Default: any number. */
  maxRows?: number;
};

export type Counter<Row> = {
  add(row: Row): void;
  /** Hands over what was counted so far; what cannot be stored comes again with the next call. Never rejects. */
  flush(): Promise<void>;
};

/**
 * Adds up rows in memory and hands them over in batches. A batch that could not be stored comes again unchanged, under the
 * same id: a connection that breaks while the database commits does not tell whether it did.
 */
export function createCounter<Row>(options: CounterOptions<Row>): Counter<Row> {
  const { keyOf, sum, store, failed, maxRows = Infinity } = options;
  let waiting = new Map<string, Row>();
  let unsettled: Batch<Row> | null = null;
  let flushing: Promise<void> | null = null;

  const next = (): Batch<Row> | null => {
    if (unsettled !== null || waiting.size === 0) return unsettled;
    unsettled = { id: randomUUID(), rows: [...waiting.values()] };
    waiting = new Map();
    return unsettled;
  };
  const storeAll = async (): Promise<void> => {
    for (let batch = next(); batch !== null; batch = next()) {
      try {
        await store(batch);
      } catch (error) {
        return failed(error, batch);
      }
      unsettled = null;
    }
  };

  return {
    add(row) {
      const key = keyOf(row);
      const known = waiting.get(key);
      if (known !== undefined) waiting.set(key, sum(known, row));
      else if (waiting.size < maxRows) waiting.set(key, row);
    },
    flush: () => (flushing ??= storeAll().finally(() => (flushing = null))),
  };
}
