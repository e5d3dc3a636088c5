type RefusalStatus = 400 | 403 | 502 | 503 | 504;

/** Why the egress does not carry out a request; the text is shown to the site's code. */
export class EgressRefusal extends Error {
  override readonly name = 'EgressRefusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
