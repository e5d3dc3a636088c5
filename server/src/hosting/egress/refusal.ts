/** Why the egress does not carry out a request; the text is shown to the site's code. */
export class EgressRefusal extends Error {
  override readonly name = 'EgressRefusal';
  readonly status: 400 | 403 | 502 | 504;

  constructor(status: 400 | 403 | 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
