/** An answer of the processor that is an error, in Stripe's form. */
export class ProcessorError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: { type: string; message: string } & Record<string, unknown>) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export const missing = (what: string, id: string): ProcessorError =>
  new ProcessorError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  });

export const invalid = (message: string, param: string): ProcessorError =>
  new ProcessorError(400, { type: 'invalid_request_error', message, param });
