import { errorText } from '@panel/contract';
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
    const code = 'code' in cause ? String(cause.code) : '';
    if (/^(08...|57P0.|53300)$/.test(code) || /Connection terminated|connection timeout|PGlite is clos/i.test(cause.message)) return true;
    if ('syscall' in cause && cause.constructor.name === 'Error' && 'port' in cause && /^E(CONN|PIPE|TIMEDOUT)/.test(code)) return true;
  }
  return false;
}
