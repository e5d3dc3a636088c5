/** Why a hosting operation failed; stable, used by tasks, tests and translations of the message. */
export type HostingErrorCode =
  | 'INVALID_SITE_ID'
  | 'SITE_NOT_FOUND'
  | 'RUNTIME_MISSING'
  | 'DATABASE_UNAVAILABLE'
  | 'SOURCE_UNAVAILABLE'
  | 'SOURCE_REFUSED'
  | 'SOURCE_UNTRUSTED'
  | 'INTEGRITY_MISMATCH'
  | 'COMMAND_FAILED'
  | 'INSTALL_FAILED'
  | 'BUILD_FAILED'
  | 'LIMIT'
  | 'START_FAILED'
  | 'NOT_VERIFIED'
  | 'UNSUPPORTED'
  | 'DISK_FULL'
  | 'BUSY'
  | 'HELD'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'INJECTED';

/**
 * The only error that hosting drivers throw on purpose. `message` is for customers and says what to do; `detail` is
 * for the log only.
 */
export class HostingError extends Error {
  override readonly name = 'HostingError';
  readonly code: HostingErrorCode;
  readonly retryable: boolean;
  readonly detail: string | undefined;

  constructor(
    code: HostingErrorCode,
    message: string,
    options: { retryable: boolean; detail?: string; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable;
    this.detail = options.detail;
  }
}

const TRY_AGAIN = 'Please try again in a few minutes; if it keeps failing, contact support.';

/** The operation was cancelled or passed its deadline. */
export function abortedError(signal: AbortSignal): HostingError {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  return timedOut
    ? new HostingError('TIMEOUT', `The task took too long and was stopped. ${TRY_AGAIN}`, { retryable: true })
    : new HostingError('ABORTED', 'The task was stopped before it finished. Start it again to continue.', {
        retryable: true,
      });
}

/** The disk has no room for the operation. */
export const diskFull = (doing: string, detail: string, cause?: unknown): HostingError =>
  new HostingError('DISK_FULL', `There is no space left on the server to ${doing}. Contact support.`, {
    retryable: true,
    detail,
    cause,
  });

/** Turns a thrown value into a HostingError; keeps a HostingError as it is. */
export function toHostingError(error: unknown, doing: string): HostingError {
  if (error instanceof HostingError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return diskFull(doing, detail, error);
  }
  return new HostingError('COMMAND_FAILED', `We could not ${doing}. ${TRY_AGAIN}`, {
    retryable: true,
    detail,
    cause: error,
  });
}

/** Throws when the work was cancelled or passed its deadline. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortedError(signal);
}
