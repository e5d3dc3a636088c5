/** An error that the user of a command can fix; shown as one line, without a stack. Exit code 1. */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
}

/** Wrong arguments. Exit code 2. */
export class UsageError extends PlainError {
  override readonly name = 'UsageError';
}
