/** The database cannot be asked now; the same may work in a moment. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  /** SQLSTATE of a connection that cannot be made. */
  readonly code = '08006';

  constructor(cause?: unknown) {
    super('The database cannot be reached.', { cause });
  }
}
