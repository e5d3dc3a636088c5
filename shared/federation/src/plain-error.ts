/** An error that the user of a command can fix; shown as one line, without a stack. Exit code 1. */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
}

/** The command was written in a way that it does not have. Exit code 2. */
export class UsageError extends PlainError {
  override readonly name = 'UsageError';
}
