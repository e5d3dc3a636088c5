/** A promise that React can read at once when it has ended: `use` looks at these two fields. */
export type Tracked<T> = Promise<T> & { status?: string; value?: T; reason?: unknown };

/** Marks a promise with how it ended, and keeps its rejection from being reported as unhandled. */
export function track<T>(promise: Promise<T>): Tracked<T> {
  const tracked = promise as Tracked<T>;
  tracked.status = 'pending';
  tracked.then(
    (value) => {
      tracked.status = 'fulfilled';
      tracked.value = value;
    },
    (reason: unknown) => {
      tracked.status = 'rejected';
      tracked.reason = reason;
    },
  );
  return tracked;
}

/** Rejects with `late()` when the promise has not ended after so many milliseconds. */
export function within<T>(promise: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
