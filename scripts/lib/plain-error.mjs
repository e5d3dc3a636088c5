/** An error that the user of a command can fix; shown as one line, without a stack. */
export class PlainError extends Error {
  name = 'PlainError';
}
