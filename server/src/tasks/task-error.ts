import { errorText } from '@panel/contract';
import { isUnreachable } from '../db/query-error.ts';
import { HostingError } from '../hosting/hosting-error.ts';
import { CertificateError } from '../tls/certificate-authority.ts';
import { PanelError } from '../kernel/errors.ts';
import type { TaskError } from './task-kind.ts';

/** The task belongs to another worker now, or must be returned: stop without writing anything. */
export class TaskInterrupted extends Error {
  override readonly name = 'TaskInterrupted';
}

/** The task was cancelled: stop, and revert what was done. */
export class CancelRequested extends Error {
  override readonly name = 'CancelRequested';
  constructor() {
    super('The task was cancelled.');
  }
}

/** A step failed and will be retried; until then the task occupies no slot. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly seconds: number;
  constructor(seconds: number, cause: unknown) {
    super('The step is tried again later.', { cause });
    this.seconds = seconds;
  }
}

/** The workers of a task died repeatedly. */
export class TaskGivenUp extends Error {
  override readonly name = 'TaskGivenUp';
}

const GIVEN_UP: TaskError = {
  code: 'INTERRUPTED',
  retryable: true,
  message: 'The task was interrupted too often. Try again; if it keeps failing, contact support.',
};

export const NOT_REVERTED: TaskError = {
  code: 'NOT_REVERTED',
  retryable: false,
  message: 'The task was cancelled, but not everything could be reverted. Contact support.',
};

/** Ends the message of a task that failed and could not be reverted. */
export const NOT_PUT_BACK = 'What it had changed could not be put back.';

/** The customer's text for a failure; details stay in the log. */
export function taskErrorOf(error: unknown): TaskError {
  if (error instanceof TaskGivenUp) return GIVEN_UP;
  if (error instanceof HostingError)
    return { code: error.code, message: error.message, retryable: error.retryable, texts: [...error.texts] };
  if (error instanceof CertificateError)
    return { code: 'CERTIFICATE', message: error.message, retryable: error.isTemporary };
  if (error instanceof PanelError) {
    const { message, template, values } = errorText(error.code, error.values);
    return { code: error.code, message, retryable: false, texts: [{ template, values }] };
  }
  return { code: 'INTERNAL', message: errorText('INTERNAL').message, retryable: true };
}

/** Is the database unreachable? Then nothing can be recorded, and the task continues later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isUnreachable(cause) || /PGlite is clos/i.test(cause.message)) return true;
  }
  return false;
}
