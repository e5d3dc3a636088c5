import { HostingError } from '../hosting-error.ts';

/** What a failure of the server means for people. */
export const unavailable = (cause: unknown): HostingError =>
  new HostingError(
    'DATABASE_UNAVAILABLE',
    'The database server for applications does not answer as it should. Try again in a few minutes; if it keeps failing, contact support.',
    { retryable: true, detail: cause instanceof Error ? cause.message : String(cause), cause },
  );
