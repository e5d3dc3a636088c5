import { PlainError } from './plain-error.ts';

/** What the developer has to fix before the package can be built. */
export class BuildError extends PlainError {
  override readonly name = 'BuildError';
}
