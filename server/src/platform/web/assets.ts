import type { User } from '@panel/contract';
import { inAudience } from '@panel/contract/access';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { contentType } from '../../lib/content-type.ts';
import { SHELL_ID, type ReleaseSource } from './release-source.ts';

export const NEVER_CHANGES = 'public, max-age=31536000, immutable';

/** The response for a missing file: plain text, because a browser would run or render anything else. */
export const missing = (c: Context): Response =>
  c.text('File not found.', 404, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });

/** The response while the storage cannot be reached: the file is not missing. */
const unavailable = (c: Context): Response =>
  c.text('This file isn’t available at the moment.', 503, {
    'cache-control': 'no-store',
    'retry-after': '2',
    'x-content-type-options': 'nosniff',
  });
const unreachable = () => 'unreachable' as const;

export type Encoding = { name: 'br' | 'gzip'; ending: 'br' | 'gz' };
const ENCODINGS: readonly Encoding[] = [
  { name: 'br', ending: 'br' },
  { name: 'gzip', ending: 'gz' },
];

/** Encodings that a client accepts, best first; `q=0` excludes one. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const offered = parseAccept(header ?? '').filter(({ q }) => q > 0);
  return ENCODINGS.filter(({ name }) => offered.some(({ type }) => type.toLowerCase() === name));
}

/** Valid file names of releases; others are not looked up. */
export const NAME = /^[A-Za-z0-9@_][A-Za-z0-9@._+-]{0,199}$/;

type Asked = { package: string; version: string; file: string };

/** The best form that the client accepts and the release has. */
async function bestForm(
  source: ReleaseSource,
  { file, ...id }: Asked,
  encodings: readonly Encoding[],
): Promise<{ bytes: Buffer<ArrayBuffer>; encoding?: string } | null> {
  for (const { name, ending } of encodings) {
    const bytes = await source.file(id, file, ending);
    if (bytes) return { bytes, encoding: name };
  }
  const bytes = await source.file(id, file, 'whole');
  return bytes && { bytes };
}

/**
 * A remote runs in pages of other hosts too (ADR 0044), and its files are the same for everybody, without a session. The
 * shell runs in the panel's own pages only.
 */
const pagesOf = (name: string): Record<string, string> =>
  name === SHELL_ID
    ? { 'cross-origin-resource-policy': 'same-origin' }
    : { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };

/** Answers with a file of the release; an unreachable storage is not reported as a missing file. */
export async function sendAsset(c: Context, source: ReleaseSource, asked: Asked): Promise<Response> {
  if (!Object.values(asked).every((name) => NAME.test(name))) return missing(c);
  const found = await bestForm(source, asked, acceptedEncodings(c.req.header('accept-encoding'))).catch(unreachable);
  if (found === 'unreachable') return unavailable(c);
  if (!found) return missing(c);
  return c.body(found.bytes, 200, {
    'content-type': contentType(asked.file),
    'cache-control': NEVER_CHANGES,
    'x-content-type-options': 'nosniff',
    ...pagesOf(asked.package),
    vary: 'accept-encoding',
    ...(found.encoding ? { 'content-encoding': found.encoding } : {}),
  });
}

/** Answers staff with the source map of a script; for anyone else it does not exist. */
export async function sendSourceMap(
  c: Context,
  source: ReleaseSource,
  user: User | null,
  asked: { package: string; version: string; script: string },
): Promise<Response> {
  const { script, ...id } = asked;
  const isAllowed = inAudience('staff', user) && Object.values(asked).every((name) => NAME.test(name));
  const bytes = isAllowed ? await source.sourceMap(id, script).catch(unreachable) : null;
  if (bytes === 'unreachable') return unavailable(c);
  if (!bytes) return missing(c);
  return c.body(bytes, 200, {
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
}
