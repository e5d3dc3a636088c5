/** Something the person at the keyboard can mend; shown as this one line, without a stack. */
export class PlainError extends Error {
  name = 'PlainError';
}
