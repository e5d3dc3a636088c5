type Ended<T> = { status?: string; value?: T; reason?: unknown };

/** Marks a promise with its outcome, which lets React's `use` read it synchronously, and silences a rejection. */
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

/** Whether a tracked promise is fulfilled. */
export const isLoaded = (promise: Promise<unknown>): boolean => (promise as Ended<unknown>).status === 'fulfilled';

/** Whether a tracked promise is pending. */
export const isPending = (promise: Promise<unknown>): boolean => (promise as Ended<unknown>).status === 'pending';

/** Rejects with `late()` when the promise is pending after this many milliseconds. */
export function within<T>(promise: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
