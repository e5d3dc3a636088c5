import type { Sentence } from '@panel/contract';
import { englishOf, sentence } from '../lib/sentence.ts';

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

/** Says what could not be done, e.g. `We could not copy the site.` `scripts/words.ts` finds literals of this form. */
export type Failure = string | Sentence;

const asSentence = (text: Failure): Sentence => (typeof text === 'string' ? sentence(text) : text);

/**
 * The only error that hosting drivers throw on purpose. `message` is for customers and says what to do; `detail` is
 * for the log only.
 */
export class HostingError extends Error {
  override readonly name = 'HostingError';
  readonly code: HostingErrorCode;
  readonly retryable: boolean;
  readonly detail: string | undefined;
  /** The message as sentences, for other languages. */
  readonly texts: readonly Sentence[];

  constructor(
    code: HostingErrorCode,
    message: Failure | readonly Failure[],
    options: { retryable: boolean; detail?: string; cause?: unknown },
  ) {
    const texts = [message].flat().map(asSentence);
    super(texts.map(englishOf).join(' '), { cause: options.cause });
    this.code = code;
    this.texts = texts;
    this.retryable = options.retryable;
    this.detail = options.detail;
  }
}

/** What people can do about a failure that may be over soon. */
export const TRY_AGAIN = sentence('Try again in a few minutes. If it keeps failing, contact support.');
export const FULL = sentence('There is no space left on the server. Contact support.');

/** The operation was cancelled or passed its deadline. */
export function abortedError(signal: AbortSignal): HostingError {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  return timedOut
    ? new HostingError('TIMEOUT', [sentence('The task took too long and was stopped.'), TRY_AGAIN], { retryable: true })
    : new HostingError('ABORTED', 'The task was stopped before it finished. Start it again to continue.', {
        retryable: true,
      });
}

/** The disk has no room for the operation. */
export const diskFull = (failure: Failure, detail: string, cause?: unknown): HostingError =>
  new HostingError('DISK_FULL', [failure, FULL], {
    retryable: true,
    detail,
    cause,
  });

/** Turns a thrown value into a HostingError; keeps a HostingError as it is. */
export function toHostingError(error: unknown, failure: Failure): HostingError {
  if (error instanceof HostingError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return diskFull(failure, detail, error);
  }
  return new HostingError('COMMAND_FAILED', [failure, TRY_AGAIN], {
    retryable: true,
    detail,
    cause: error,
  });
}

/** Throws when the work was cancelled or passed its deadline. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortedError(signal);
}
