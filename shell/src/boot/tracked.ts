type Ended<T> = { status?: string; value?: T; reason?: unknown };

/** Marks a promise with how it ended, which is where React's `use` looks to read it at once, and keeps a rejection quiet. */
export function track<T>(promise: Promise<T>): Promise<T> {
  const marks = promise as Ended<T>;
  marks.status = 'pending';
  promise.then(
    (value) => {
      marks.status = 'fulfilled';
      marks.value = value;
    },
    (reason: unknown) => {
      marks.status = 'rejected';
      marks.reason = reason;
    },
  );
  return promise;
}

/** Has a tracked promise ended well? */
export const isLoaded = (promise: Promise<unknown>): boolean => (promise as Ended<unknown>).status === 'fulfilled';

/** Has a tracked promise not ended yet? */
export const isPending = (promise: Promise<unknown>): boolean => (promise as Ended<unknown>).status === 'pending';

/** Rejects with `late()` when the promise has not ended after so many milliseconds. */
export function within<T>(promise: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
