import type { IncomingMessage } from 'node:http';
import type { CallMeta } from '@panel/contract';
import { tooLarge } from '../context/read-bytes.ts';
import { PanelError } from '../kernel/errors.ts';
import { readJsonBody } from './json-body.ts';
import { readForm, type FormOptions } from './multipart-form.ts';

const isForm = (type: string | null) => /^multipart\/form-data\s*;/i.test(type ?? '');

/** A request's body. `text`: for comparison with a repetition. */
export type RequestBody = {
  text: string;
  value: unknown;
  /** Removes the files of a form that nobody has moved; call it when the request ends. */
  discard(): Promise<void>;
};

const NOTHING_TO_DISCARD = async (): Promise<void> => undefined;

/** @throws PanelError BAD_REQUEST for a request without a body */
function streamOf({ body }: Request): ReadableStream<Uint8Array> {
  if (!body) throw new PanelError('BAD_REQUEST');
  return body;
}

/** What a request without a body has. */
export const NO_BODY: RequestBody = { text: '', value: undefined, discard: NOTHING_TO_DISCARD };

/**
 * Reads the body. A call that takes a file also reads forms, whose file goes to disk.
 * @throws PanelError TOO_LARGE, DISK_FULL, or BAD_REQUEST for anything that cannot be read
 */
export async function readBody(
  request: Request,
  { upload, bodyLimitBytes }: Pick<CallMeta, 'upload' | 'bodyLimitBytes'>,
  { config, disk }: Pick<FormOptions, 'config' | 'disk'>,
  incoming?: IncomingMessage,
): Promise<RequestBody> {
  const type = request.headers.get('content-type');
  // The limit of an upload is for its file, which goes to disk; JSON is in memory.
  if (!upload || bodyLimitBytes === undefined || type === null || !isForm(type))
    return { ...(await readJsonBody(request, upload ? undefined : bodyLimitBytes)), discard: NOTHING_TO_DISCARD };
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimitBytes) throw tooLarge(bodyLimitBytes);
  if (!/;\s*boundary=/i.test(type)) throw new PanelError('BAD_REQUEST');
  // Without the connection's own stream, each chunk would be copied once more.
  const body: AsyncIterator<Uint8Array> =
    incoming?.iterator({ destroyOnReturn: false }) ?? streamOf(request)[Symbol.asyncIterator]();
  const { digest, form, discard } = await readForm(body, type, { config, disk, limitBytes: bodyLimitBytes });
  return { text: digest, value: form, discard };
}
