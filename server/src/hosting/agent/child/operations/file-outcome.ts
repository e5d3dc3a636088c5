import type { FileOutcome } from '../../../driver.ts';
import { codeOf } from '../refused.ts';

/** Errors of the system that say what is in the way. Everything else is a failure. */
const OUTCOMES: Readonly<Record<string, FileOutcome>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ELOOP: 'other',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  EISDIR: 'exists',
  EACCES: 'readOnly',
  EPERM: 'readOnly',
  EROFS: 'readOnly',
  EBUSY: 'readOnly',
  EXDEV: 'readOnly',
  EINVAL: 'inside',
};

/** How a change ended that failed. @throws the error, when it says nothing about the file */
export function outcomeOf(error: unknown): FileOutcome {
  const outcome = OUTCOMES[codeOf(error)];
  if (outcome === undefined) throw error;
  return outcome;
}

/** Whether a change of `path`, or of what is below it, would change what every site shares. */
export const touches = (readOnly: readonly string[], path: string): boolean =>
  readOnly.some((entry) => entry === path || path.startsWith(`${entry}/`) || entry.startsWith(`${path}/`));

/** Whether `path` is, or is in, what every site shares. */
export const holds = (readOnly: readonly string[], path: string): boolean =>
  readOnly.some((entry) => entry === path || path.startsWith(`${entry}/`));
