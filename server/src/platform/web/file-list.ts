import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import type { Build, FileList } from '@panel/contract/release';
import { acceptedEncodings, missing, NAME, NEVER_CHANGES } from './assets.ts';
import type { ReleaseSource } from './release-source.ts';

type Kept = { text: string; integrity: string };
const kept = new WeakMap<Build, Kept>();

/** The list of a release's files as text, and its hash. Cached, because a release never changes. */
export function fileListOf(release: Build): Kept {
  const known = kept.get(release);
  if (known) return known;
  const { integrity, preload, pages, shared } = release;
  const text = JSON.stringify({ integrity, preload, pages, shared } satisfies FileList);
  const list = { text, integrity: `sha384-${createHash('sha384').update(text).digest('base64')}` };
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
  const { text } = fileListOf(release);
  const encoding = acceptedEncodings(c.req.header('accept-encoding'))[0]?.name;
  const bytes = encoding === 'br' ? brotliCompressSync(text) : encoding === 'gzip' ? gzipSync(text) : text;
  return c.body(bytes, 200, {
    'content-type': 'application/json',
    'cache-control': NEVER_CHANGES,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
}
