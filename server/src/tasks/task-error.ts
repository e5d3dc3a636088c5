import { errorText } from '@panel/contract';
import { isUnreachable } from '../db/query-error.ts';
import { HostingError } from '../hosting/hosting-error.ts';
import { PanelError } from '../http/errors.ts';
import type { TaskError } from './task-kind.ts';

/** What a customer is told of a failure; details stay in the log. */
export function taskErrorOf(error: unknown): TaskError {
  if (error instanceof HostingError) return { code: error.code, message: error.message, retryable: error.retryable };
  if (error instanceof PanelError) return { code: error.code, message: error.message, retryable: false };
  return { code: 'INTERNAL', message: errorText('INTERNAL').message, retryable: true };
}

/** Is it the database that cannot be reached? Then nothing can be recorded, and the task goes on later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isUnreachable(cause) || /PGlite is clos/i.test(cause.message)) return true;
  }
  return false;
}
