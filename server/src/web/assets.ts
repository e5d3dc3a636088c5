import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { Built, ReleaseSet } from './releases.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const NEVER_CHANGES = 'public, max-age=31536000, immutable';

/** The answer for a file that is not there: plain text, because a browser would run or show anything else. */
export const missing = (c: Context): Response => c.text('There is no such file.', 404, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });

type Encoding = { name: 'br' | 'gzip'; ending: 'br' | 'gz' };
const ENCODINGS: readonly Encoding[] = [{ name: 'br', ending: 'br' }, { name: 'gzip', ending: 'gz' }];

/** Encodings that a client takes, best first; `q=0` refuses one. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const offered = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  return ENCODINGS.filter(({ name }) => offered.some((offer) => (offer === name || offer.startsWith(`${name};`)) && !/;\s*q=0(?:\.0*)?$/.test(offer)));
}

/** Serves the files that a release lists, and nothing else; kept in memory after the first request. */
export function createAssets(): (c: Context, built: Built, file: string) => Promise<Response> {
  const kept = new Map<string, Promise<Buffer<ArrayBuffer> | null>>();
  const read = (path: string): Promise<Buffer<ArrayBuffer> | null> => {
    const known = kept.get(path) ?? readFile(path).catch(() => null);
    kept.set(path, known);
    return known;
  };

  return async (c, built, file) => {
    if (!Object.hasOwn(built.release.integrity, file)) return missing(c);
    const key = join(built.folder, file);
    const headers: Record<string, string> = {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': NEVER_CHANGES,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
    };
    for (const { name, ending } of acceptedEncodings(c.req.header('accept-encoding'))) {
      const small = await read(`${key}.${ending}`);
      if (small) return c.body(small, 200, { ...headers, 'content-encoding': name });
    }
    const whole = await read(key);
    return whole ? c.body(whole, 200, headers) : missing(c);
  };
}

/** The build that an asset's address names, in the version that is live. */
export function builtAt(set: ReleaseSet, id: string, version: string): Built | null {
  const built = id === 'shell' ? set.shell : set.remotes.find(({ release }) => release.package === id);
  return built?.release.version === version ? built : null;
}
