import { createHash } from 'node:crypto';
import type { CallMeta } from '@panel/contract';
import { PanelError } from './errors.ts';
import { readBytes, readJsonBody, storable } from './json-body.ts';

const isForm = (type: string | null) => /^multipart\/form-data\s*;/i.test(type ?? '');

/**
 * The body of a request, and its text for comparison. A call that takes a file also reads forms.
 * @throws PanelError TOO_LARGE, or BAD_REQUEST for anything that cannot be read
 */
export async function readBody(
  request: Request,
  { upload, bodyLimitBytes }: Pick<CallMeta, 'upload' | 'bodyLimitBytes'>,
): Promise<{ text: string; value: unknown }> {
  const type = request.headers.get('content-type');
  if (!upload || type === null || !isForm(type)) return readJsonBody(request, bodyLimitBytes);
  const bytes = await readBytes(request, bodyLimitBytes);
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((error: unknown) => {
      throw new PanelError('BAD_REQUEST', {}, {}, error);
    });
  return { text: await digestOf(form), value: form };
}

/** The fields and the content of files: a repetition has another boundary between the parts. */
async function digestOf(form: FormData): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, value] of form) {
    if (!storable(name) || (typeof value === 'string' && !storable(value))) throw new PanelError('BAD_REQUEST');
    hash.update(JSON.stringify([name, typeof value === 'string' ? value : value.size]));
    if (typeof value !== 'string') hash.update(Buffer.from(await value.arrayBuffer()));
  }
  return hash.digest('hex');
}
