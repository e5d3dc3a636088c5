import type { Reason } from '../protocol.ts';

/** Ends an operation with a reason that the panel understands. */
export class Refused extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The system's code of an error, e.g. `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The reason for anything that was thrown. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof Refused) return error.reason;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  return code === 'EFBIG' ? 'limit' : 'failed';
}
