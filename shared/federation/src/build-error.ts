/** What the developer has to mend; its message is shown without a stack. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
