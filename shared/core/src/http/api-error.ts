import type { ErrorCode } from '@panel/contract/errors';
import type { WordValues } from '../words/translate.ts';
import { t, translated } from '../words/words.ts';

/** What the server calls an error that has no title of its own (`errorText` of the contract). */
const GENERIC_TITLE = 'Error';

/** The rejection of a failed call (spec §8: code, message, handled; the rest helps to say what to do). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | 'NETWORK' | 'TIMEOUT';
  readonly title: string;
  /** Whether the title says more than that it is an error. */
  readonly hasOwnTitle: boolean;
  /** HTTP status, 0 without a response. */
  readonly status: number;
  readonly requestId: string | null;
  /** The same where the server failed: the rest, the user can put right alone. */
  readonly reportId: string | null;
  readonly redirectUrl: string | null;
  /** Input path (dots) → what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** With CONFLICT: what the form was opened with, as it is now. */
  readonly current: Readonly<Record<string, unknown>> | null;
  /** The conflicting task, with TASK_RUNNING. */
  readonly taskId: string | null;
  /** True once a notification or redirect has informed the user; then nothing reports it again. */
  handled = false;

  constructor(about: {
    code: ApiError['code'];
    message: string;
    title?: string;
    status?: number;
    requestId?: string | null;
    redirectUrl?: string | null;
    fields?: Record<string, string>;
    current?: Record<string, unknown> | null;
    taskId?: string | null;
    cause?: unknown;
  }) {
    super(about.message, { cause: about.cause });
    this.code = about.code;
    this.hasOwnTitle = about.title !== undefined && about.title !== GENERIC_TITLE;
    this.title = this.hasOwnTitle && about.title ? about.title : t('Error');
    this.status = about.status ?? 0;
    this.requestId = about.requestId ?? null;
    this.reportId = this.status >= 500 ? this.requestId : null;
    this.redirectUrl = about.redirectUrl ?? null;
    this.fields = about.fields ?? {};
    this.current = about.current ?? null;
    this.taskId = about.taskId ?? null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const plain = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
const text = (value: unknown): string | undefined => {
  const found = plain(value);
  return found && translated(found);
};

/** Their values are names of roles in English. */
const NAMES_ROLES: ReadonlySet<unknown> = new Set<ErrorCode>(['MEMBER_ROLE', 'STAFF_ROLE']);
const translatedNames = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(value)
        .split(', ')
        .map((each) => translated(each))
        .join(', '),
    ]),
  );

/** The message of an envelope in the language of the page: from its template and values, or as it is. */
function messageOf({ code, message, template, values }: Record<string, unknown>): string | undefined {
  if (typeof template !== 'string' || !isRecord(values)) return text(message);
  const said = translated(template, (NAMES_ROLES.has(code) ? translatedNames(values) : values) as WordValues);
  return said === template ? text(message) : said;
}

/** The error of an unsuccessful response; a body without our envelope becomes a generic one. */
export function errorOfAnswer(status: number, body: unknown, requestId: string | null): ApiError {
  const envelope = isRecord(body) ? body : {};
  return new ApiError({
    code: (plain(envelope.code) as ErrorCode | undefined) ?? 'INTERNAL',
    title: text(envelope.title),
    message: messageOf(envelope) ?? t('Something went wrong during process your request'),
    status,
    requestId: plain(envelope.requestId) ?? requestId,
    redirectUrl: plain(envelope.redirectUrl),
    fields: isRecord(envelope.fields)
      ? Object.fromEntries(Object.entries(envelope.fields).map(([path, about]) => [path, translated(String(about))]))
      : undefined,
    current: isRecord(envelope.current) ? envelope.current : null,
    taskId: plain(envelope.task_id),
  });
}

/** Any thrown value as an ApiError; an aborted call stays unchanged. */
export function asApiError(thrown: unknown): unknown {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return thrown;
  const timedOut = thrown instanceof Error && thrown.name === 'TimeoutError';
  return new ApiError({
    code: timedOut ? 'TIMEOUT' : 'NETWORK',
    message: timedOut
      ? t('The server took too long to answer. Try again.')
      : t('We couldn’t reach the server. Check your connection and try again.'),
    cause: thrown,
  });
}
