import { PlainError } from './plain-error.ts';

/** What the developer has to mend in the package before it can be built. */
export class BuildError extends PlainError {
  override readonly name = 'BuildError';
}
