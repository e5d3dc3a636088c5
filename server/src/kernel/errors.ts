import { errorCatalogue, errorText, type ErrorCode, type ErrorEnvelope } from '@panel/contract/errors';

export type ErrorExtra = {
  redirectUrl?: string;
  /** Replaces the catalogue's text for a caller to whom it would mean nothing. */
  message?: string;
  /** Input path (dots) → what is wrong with it. */
  fields?: Record<string, string>;
  task_id?: string;
  /** What the caller expected to be otherwise, as it is now. */
  current?: Record<string, unknown>;
  /** Seconds after which a retry is allowed. */
  retryAfter?: number;
  /** The limit that was reached. */
  rate?: RateStanding;
};

/** How a caller stands to a limit of attempts. */
export type RateStanding = { tries: number; windowSeconds: number; remaining: number; resetSeconds: number };

/**
 * Thrown by services when a call cannot succeed: a code of the catalogue and the values of its text. The message is
 * for users and never contains their input, except through `values`.
 */
export class PanelError extends Error {
  override readonly name = 'PanelError';
  readonly code: ErrorCode;
  readonly values: Record<string, string | number>;
  readonly extra: ErrorExtra;

  constructor(code: ErrorCode, values: Record<string, string | number> = {}, extra: ErrorExtra = {}, cause?: unknown) {
    super(errorText(code, values).message, { cause });
    this.code = code;
    this.values = values;
    this.extra = extra;
  }

  get httpStatus(): number {
    return errorCatalogue[this.code].httpStatus;
  }
}

/** The body of an error response (decision: Writes). With VALIDATION the first field's text is the message. */
export function envelopeOf(error: PanelError, requestId: string): ErrorEnvelope {
  const { title, message, template, values } = errorText(error.code, error.values);
  const { redirectUrl, fields, task_id, current, message: own } = error.extra;
  const first = fields && Object.values(fields)[0];
  return {
    status: false,
    code: error.code,
    title,
    message: first ?? own ?? message,
    ...(first === undefined && own === undefined && template !== message ? { template, values } : {}),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(fields === undefined ? {} : { fields }),
    ...(task_id === undefined ? {} : { task_id }),
    ...(current === undefined ? {} : { current }),
    requestId,
  };
}
