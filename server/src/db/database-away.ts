/** The database is unavailable now; a retry may work in a moment. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  /** SQLSTATE of a failed connection. */
  readonly code = '08006';

  constructor(cause?: unknown) {
    super('The database cannot be reached.', { cause });
  }
}
