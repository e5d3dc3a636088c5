import { FORM_LIMITS } from '@panel/contract';
import { TooSlow, withMinimumSpeed } from '../../lib/minimum-speed.ts';
import { PanelError } from '../../kernel/errors.ts';
import { UploadedFile } from '../../context/uploaded-file.ts';

/** A multipart form with its files on disk, by the parser of calls, which is in a room above this one. */
export type ReadMultipart = (
  body: AsyncIterator<Uint8Array>,
  type: string,
) => Promise<{ form: FormData; discard(): Promise<void> }>;

export type FormBody = {
  fields: { name: string; value: string }[];
  files: { field: string; file: UploadedFile }[];
  /** Removes the files that are still on disk. */
  discard(): Promise<void>;
};

const { textBytes, fieldBytes, nameBytes } = FORM_LIMITS;
/** Three bytes for each encoded one, and room for names. */
const ENCODED_BYTES = 4 * textBytes;

const tooLarge = () => new PanelError('TOO_LARGE', { limit: '10 MB' });
const SPACE = 0x20;

/** Text as PostgreSQL and people can have it. */
const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

async function readUrlencoded(body: AsyncIterator<Uint8Array>): Promise<[string, string][]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of withMinimumSpeed(body)) {
      size += chunk.length;
      if (size > ENCODED_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof TooSlow) throw new PanelError('BAD_REQUEST', {}, {}, error);
    throw error;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  let pairs = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if ((pairs += 1) > FORM_LIMITS.fields) throw new PanelError('BAD_REQUEST');
  return [...new URLSearchParams(text)];
}

function checkFields(fields: FormBody['fields']): void {
  let total = 0;
  if (fields.length > FORM_LIMITS.fields) throw new PanelError('BAD_REQUEST');
  for (const { name, value } of fields) {
    const bytes = Buffer.byteLength(value);
    total += Buffer.byteLength(name) + bytes;
    if (!name || !isClean(name) || !isClean(value) || (name.codePointAt(0) ?? 0) < SPACE)
      throw new PanelError('BAD_REQUEST');
    if (Buffer.byteLength(name) > nameBytes || bytes > fieldBytes || total > textBytes) throw tooLarge();
  }
}

/**
 * Reads what a form of a site sent, within its limits.
 * @throws PanelError BAD_REQUEST for another kind of content or too many fields, TOO_LARGE, DISK_FULL
 */
export async function readFormBody(
  body: AsyncIterator<Uint8Array>,
  type: string,
  multipart: ReadMultipart,
): Promise<FormBody> {
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    const fields = (await readUrlencoded(body)).map(([name, value]) => ({ name, value }));
    checkFields(fields);
    return { fields, files: [], discard: async () => undefined };
  }
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new PanelError('BAD_REQUEST');
  const { form, discard } = await multipart(body, type);
  try {
    const fields: FormBody['fields'] = [];
    const files: FormBody['files'] = [];
    for (const [name, value] of form) {
      if (typeof value === 'string') fields.push({ name, value });
      // What a browser sends for a field without a chosen file.
      else if (value instanceof UploadedFile && (value.size > 0 || value.name !== ''))
        files.push({ field: name, file: value });
    }
    checkFields([...fields, ...files.map(({ field, file }) => ({ name: field, value: file.name }))]);
    if (files.some(({ file }) => file.size > FORM_LIMITS.fileBytes)) throw tooLarge();
    return { fields, files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
