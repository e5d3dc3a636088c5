import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Build, FileList } from '@panel/contract/release';
import { acceptedEncodings, missing, NAME, NEVER_CHANGES, type Encoding } from './assets.ts';
import type { ReleaseSource } from './release-source.ts';

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The list of a release's files as text, and its hash. `compressed` works an encoding out once. */
type Kept = { text: string; integrity: string; compressed(name: Encoding['name']): Promise<Buffer<ArrayBuffer>> };
const kept = new WeakMap<Build, Kept>();

/** The list of a release's files as text, and its hash. Cached, because a release never changes. */
export function fileListOf(release: Build): Kept {
  const known = kept.get(release);
  if (known) return known;
  const { integrity, preload, pages, shared } = release;
  const text = JSON.stringify({ integrity, preload, pages, shared } satisfies FileList);
  const forms: Partial<Record<Encoding['name'], Promise<Buffer<ArrayBuffer>>>> = {};
  const list: Kept = {
    text,
    integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
    compressed: (name) => (forms[name] ??= COMPRESS[name](text)),
  };
  kept.set(release, list);
  return list;
}

/** Whether this shell can read file lists. An older one expects all hashes in the page (ADR 0039). */
export const readsFileLists = (shell: Build): boolean => shell.offers?.fileLists === true;

/** Answers with the file list of a release; a page contains its hash, so the browser accepts no other. */
export async function sendFileList(
  c: Context,
  source: ReleaseSource,
  id: { package: string; version: string },
): Promise<Response> {
  const release = NAME.test(id.package) && NAME.test(id.version) ? await source.release(id) : null;
  if (!release) return missing(c);
  const list = fileListOf(release);
  const encoding = acceptedEncodings(c.req.header('accept-encoding'))[0]?.name;
  const bytes = encoding ? await list.compressed(encoding) : list.text;
  return c.body(bytes, 200, {
    'content-type': 'application/json',
    'cache-control': NEVER_CHANGES,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
}
