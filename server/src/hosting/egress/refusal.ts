type RefusalStatus = 400 | 403 | 502 | 503 | 504;

/** Why the egress rejects a request; the site's code sees the text. */
export class EgressRefusal extends Error {
  override readonly name = 'EgressRefusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
