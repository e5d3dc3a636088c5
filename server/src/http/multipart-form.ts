import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { DiskPort } from '../disk/disk-reserve.ts';
import { TooSlow, withMinimumSpeed } from '../lib/minimum-speed.ts';
import { tooLarge } from '../context/read-bytes.ts';
import { PanelError } from '../kernel/errors.ts';
import { storable } from './json-body.ts';
import { receiveFile, type UploadedFile } from '../context/uploaded-file.ts';

/** A call takes one file and a few short fields. */
const LIMITS = { files: 1, fields: 20, parts: 21, fieldSize: 65_536, headerPairs: 20, headerSize: 16_384 };
/** How often free space is checked. */
const LOOK_BYTES = 16 * 1024 ** 2;
const TOO_SLOW = 'The upload was too slow and was stopped. Check your connection and try again.';

/** A form whose files are on disk. */
export type ReceivedForm = {
  /** Of fields and content: a repetition has another boundary between the parts. */
  digest: string;
  form: FormData;
  /** Removes the files that nobody has moved. */
  discard(): Promise<void>;
};

export type FormOptions = {
  config: { dataDir: string };
  disk: Pick<DiskPort, 'isLow'>;
  limitBytes: number;
  /** Replaces limits of the parts, for forms of sites. */
  parts?: Partial<typeof LIMITS>;
  /** Replaces the time for `withMinimumSpeed`, for tests. */
  idleMs?: number;
};

type Entry = { name: string; value: string | Promise<UploadedFile> };

/** The parser, and what it has found; `failed` aborts with the first fault of a part. */
function startParser(type: string, { config, parts }: Pick<FormOptions, 'config' | 'parts'>) {
  const entries: Entry[] = [];
  const files: Readable[] = [];
  const failed = new AbortController();
  const fail = (cause?: unknown) => failed.abort(new PanelError('BAD_REQUEST', {}, {}, cause));
  const isPartAFile = (_name?: string, _type?: string, fileName?: string) => fileName !== undefined;
  const parser = new Busboy({ headers: { 'content-type': type }, limits: { ...LIMITS, ...parts }, isPartAFile });
  // An early end of the body is an error of the parser and then of the file: without a listener each ends the process.
  parser.on('error', fail);
  for (const over of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(over, fail);
  parser.on('field', (name, value, _nameCut, isCut) => {
    if (!name || isCut || !storable(name) || !storable(value)) return fail();
    entries.push({ name, value });
  });
  parser.on('file', (name, content, fileName, _encoding, contentType) => {
    content.on('error', fail);
    files.push(content);
    if (!name || !storable(name) || !storable(fileName)) {
      content.resume();
      return fail();
    }
    const value = receiveFile(config, content, { name: fileName, type: contentType });
    value.catch((error: unknown) => failed.abort(error));
    entries.push({ name, value });
  });
  return { parser, entries, files, failed: failed.signal };
}

/** Resolves with the event, or rejects with the reason of `failed`. */
const eventOf = (parser: BusboyInstance, event: 'drain' | 'finish', failed: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(failed.reason as Error);
    if (failed.aborted) return stop();
    failed.addEventListener('abort', stop, { once: true });
    parser.once(event, () => {
      failed.removeEventListener('abort', stop);
      resolve();
    });
  });

/** The body's chunks, within the limit, the minimum speed and the reserve of the disk. */
async function* measured(
  chunks: AsyncIterator<Uint8Array>,
  { disk, limitBytes, idleMs }: FormOptions,
): AsyncGenerator<Uint8Array> {
  let [size, look] = [0, LOOK_BYTES];
  try {
    for await (const chunk of withMinimumSpeed(chunks, idleMs)) {
      size += chunk.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      if (size >= look) {
        look = size + LOOK_BYTES;
        if (await disk.isLow()) throw new PanelError('DISK_FULL');
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof PanelError) throw error;
    // Either way nobody waits for this answer, or nothing can be done with it.
    throw new PanelError('BAD_REQUEST', {}, error instanceof TooSlow ? { message: TOO_SLOW } : {}, error);
  }
}

/**
 * Reads a form. Its files go to disk as they arrive, at the speed of the disk; memory holds a few chunks at a time.
 * @throws PanelError TOO_LARGE, DISK_FULL, or BAD_REQUEST for a form that is cut, malformed or too slow; then nothing
 *   is left of it
 */
export async function readForm(
  body: AsyncIterator<Uint8Array>,
  type: string,
  options: FormOptions,
): Promise<ReceivedForm> {
  const { parser, entries, files, failed } = startParser(type, options);
  const discard = async (): Promise<void> => {
    for (const { value } of entries) {
      const file = typeof value === 'string' ? null : await value.catch(() => null);
      if (file) await rm(file.path, { force: true });
    }
  };
  try {
    for await (const chunk of measured(body, options)) {
      failed.throwIfAborted();
      if (!parser.write(chunk)) await eventOf(parser, 'drain', failed);
    }
    const finished = eventOf(parser, 'finish', failed);
    parser.end();
    await finished;
    return { ...(await formOf(entries)), discard };
  } catch (error) {
    // A file that no longer grows would wait for its end.
    for (const file of files) file.destroy();
    await discard();
    throw diskFullOr(error);
  }
}

async function formOf(entries: readonly Entry[]): Promise<Pick<ReceivedForm, 'digest' | 'form'>> {
  const hash = createHash('sha256');
  const form = new FormData();
  for (const { name, value: given } of entries) {
    const value = await given;
    hash.update(JSON.stringify([name, typeof value === 'string' ? value : [value.size, value.digest]]));
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value);
  }
  return { digest: hash.digest('hex'), form };
}

const diskFullOr = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    ? new PanelError('DISK_FULL', {}, {}, error)
    : error;
