import { open, readlink, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants } from 'node:fs';
import { contentType } from '../../lib/content-type.ts';
import { parseRange } from './range.ts';

type Found = { handle: FileHandle; file: string; size: number; etag: string; modified: Date };

/** The decoded path of a request, or null when it is malformed or could lead outside. */
export function safePath(target: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(target.split(/[?#]/, 1)[0] ?? '/');
  } catch {
    return null;
  }
  if (!decoded.startsWith('/') || /[\0\\]/.test(decoded)) return null;
  const segments = decoded.split('/');
  if (segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) return null;
  return decoded;
}

/**
 * Opens a regular file below `root`; links that lead outside, dot files and devices count as missing. Checks again
 * after opening, because hosted code can replace a part of the path with a link in between.
 */
async function find(root: string, decoded: string): Promise<Found | null> {
  const base = await realpath(root).catch(() => null);
  const file = base === null ? null : await realpath(path.join(base, decoded)).catch(() => null);
  if (base === null || file === null || !file.startsWith(base + path.sep)) return null;
  // Non-blocking: opening a pipe must not wait for a writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null);
  if (handle === null) return null;
  const stats = await handle.stat();
  if (!stats.isFile() || !(await wasAt(handle, file))) {
    await handle.close();
    return null;
  }
  return {
    handle,
    file,
    size: stats.size,
    etag: `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`,
    modified: stats.mtime,
  };
}

/** Whether an open file is still the one at its path. Only Linux can tell; elsewhere the path is resolved once more. */
async function wasAt(handle: FileHandle, file: string): Promise<boolean> {
  const link = process.platform === 'linux' ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(file);
  return [file, `${file} (deleted)`].includes(await link.catch(() => ''));
}

/** Whether `sendFile` would find a regular file below `root`. */
export async function hasFile(root: string, decoded: string): Promise<boolean> {
  const found = await find(root, decoded);
  await found?.handle.close();
  return found !== null;
}

/**
 * Answers GET and HEAD with a file: validators, one range, a type by name. False, with nothing sent, when there is no
 * such file. `compressed`: the file beside it with `.br` or `.gz` is the same.
 */
export async function sendFile(
  root: string,
  decoded: string,
  req: IncomingMessage,
  res: ServerResponse,
  status = 200,
  compressed = false,
): Promise<boolean> {
  const plain = await find(root, decoded);
  if (plain === null) return false;
  const found = (compressed && (await smaller(root, decoded, plain, req, res))) || plain;
  try {
    await send(found, req, res, status);
  } finally {
    await found.handle.close();
  }
  return true;
}

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The same file as it was compressed when the site was built, if there is one and the client takes it. */
async function smaller(
  root: string,
  decoded: string,
  { handle, file, size }: Found,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Found | null> {
  if (size === 0) return null;
  const accepted = String(req.headers['accept-encoding'] ?? '').toLowerCase();
  for (const [name, ending] of ENCODINGS) {
    const found = await find(root, `${decoded}${ending}`);
    if (found === null) continue;
    res.setHeader('vary', 'accept-encoding');
    const takes = accepted
      .split(',')
      .some((one) => one.trim().split(';', 1)[0] === name && !/;\s*q=0(?:\.0*)?\s*$/.test(one));
    if (!takes) {
      await found.handle.close();
      continue;
    }
    await handle.close();
    res.setHeader('content-encoding', name);
    return { ...found, file };
  }
  return null;
}

async function send(found: Found, req: IncomingMessage, res: ServerResponse, status: number): Promise<void> {
  res.setHeader('etag', found.etag);
  res.setHeader('last-modified', found.modified.toUTCString());
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'public, max-age=0, must-revalidate');
  res.setHeader('x-content-type-options', 'nosniff');
  if (status === 200 && notModified(found, req)) return void res.writeHead(304).end();
  res.setHeader('content-type', contentType(found.file));
  res.setHeader('accept-ranges', 'bytes');
  const range = status === 200 && rangeApplies(found, req) ? parseRange(req.headers.range, found.size) : null;
  if (range === 'unsatisfiable') return void res.writeHead(416, { 'content-range': `bytes */${found.size}` }).end();
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  if (range !== null) res.setHeader('content-range', `bytes ${start}-${end}/${found.size}`);
  res.writeHead(range === null ? status : 206, { 'content-length': end - start + 1 });
  if (req.method === 'HEAD' || found.size === 0) return void res.end();
  await pipeline(found.handle.createReadStream({ start, end, autoClose: false }), res).catch(() => res.destroy());
}

function notModified(found: Found, req: IncomingMessage): boolean {
  const tags = req.headers['if-none-match'];
  if (tags !== undefined)
    return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === found.etag);
  const since = Date.parse(req.headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.floor(found.modified.getTime() / 1000) * 1000 <= since;
}

function rangeApplies(found: Found, req: IncomingMessage): boolean {
  const condition = req.headers['if-range'];
  return condition === undefined || condition === found.etag || condition === found.modified.toUTCString();
}
