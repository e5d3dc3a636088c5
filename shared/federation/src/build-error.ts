import { PlainError } from './plain-error.ts';

/** An error that the developer must fix before the package builds. */
export class BuildError extends PlainError {
  override readonly name = 'BuildError';
}
