import type { IncomingMessage, ServerResponse } from 'node:http';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isImmutable, RULE_FILES, type CompiledRules, type Found } from './site-rules.ts';
import { hasFile, safePath, sendFile } from './static-files.ts';

/** How long the folder of a site is away at most while it is replaced, and how often that is looked at. */
const REPLACED_MS = 500;
const LOOK_MS = 5;
const LATE_MS = 20;

/**
 * Answers a request for a static site: files, `index.html` of folders, `name` for `name.html`, the site's 404.html; with the
 * rules of a release also its redirects and headers, files that were compressed before, and `index.html` for unknown paths.
 */
export async function serveStaticSite(
  root: string,
  req: IncomingMessage,
  res: ServerResponse,
  rules?: CompiledRules,
): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD')
    return plain(res, 405, 'This site answers GET and HEAD only.\n', { allow: 'GET, HEAD' });
  const decoded = safePath(req.url ?? '/');
  if (decoded === null) return plain(res, 404, 'Not found.\n');
  if (rules) return serveRelease(root, decoded, req, res, rules);
  const began = Date.now();
  if (await sendFound(root, decoded, req, res)) return;
  if ((await isReplaced(path.dirname(root), began)) && (await sendFound(root, decoded, req, res))) return;
  if (await sendFile(root, '/404.html', req, res, 404)) return;
  plain(res, 404, 'This page could not be found.\n');
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Answers with a release, whose folder never changes. A redirect applies where there is no file, or before it when it is forced. */
async function serveRelease(
  root: string,
  decoded: string,
  req: IncomingMessage,
  res: ServerResponse,
  rules: CompiledRules,
): Promise<void> {
  const [requested = '/'] = (req.url ?? '/').split(/[?#]/, 1);
  const redirected = rules.redirect(requested);
  for (const [name, value] of rules.headers(requested)) res.setHeader(name, value);
  if (redirected?.force && (await sendRedirected(root, redirected, req, res))) return;
  if (!RULE_FILES.has(decoded)) {
    const set = !res.hasHeader('cache-control') && isImmutable(decoded);
    if (set) res.setHeader('cache-control', IMMUTABLE);
    if (await sendFound(root, decoded, req, res, true)) return;
    if (set) res.removeHeader('cache-control');
  }
  if (redirected && (await sendRedirected(root, redirected, req, res))) return;
  // A file that is missing is no page of the application.
  const isPage = path.extname(decoded) === '';
  if (rules.spaFallback && isPage && (await sendFile(root, '/index.html', req, res, 200, true))) return;
  if (await sendFile(root, '/404.html', req, res, 404)) return;
  plain(res, 404, 'This page could not be found.\n');
}

async function sendRedirected(root: string, { to, status }: Found, req: IncomingMessage, res: ServerResponse) {
  if (status >= 300 && status < 400) {
    const query = (req.url ?? '').split('?').slice(1).join('?');
    res.writeHead(status, { location: query === '' || to.includes('?') ? to : `${to}?${query}` }).end();
    return true;
  }
  const decoded = safePath(to);
  if (decoded === null || RULE_FILES.has(decoded)) return false;
  return status === 200 ? sendFound(root, decoded, req, res, true) : sendFile(root, decoded, req, res, status);
}

async function sendFound(
  root: string,
  decoded: string,
  req: IncomingMessage,
  res: ServerResponse,
  compressed = false,
): Promise<boolean> {
  if (decoded.endsWith('/')) return sendFile(root, `${decoded}index.html`, req, res, 200, compressed);
  if (await sendFile(root, decoded, req, res, 200, compressed)) return true;
  if (await hasFile(root, `${decoded}/index.html`)) {
    redirect(res, req.url ?? '/');
    return true;
  }
  return path.extname(decoded) === '' && sendFile(root, `${decoded}.html`, req, res, 200, compressed);
}

/**
 * Whether the folder of a site was replaced since a time, for which it is away for a moment: a file that was not found then
 * may be there. A rename changes the time of what it moves; file systems are some milliseconds late.
 */
async function isReplaced(folder: string, since: number): Promise<boolean> {
  for (let left = REPLACED_MS; left > 0; left -= LOOK_MS) {
    const found = await lstat(folder).catch(() => null);
    if (found !== null) return left < REPLACED_MS || found.ctimeMs >= since - LATE_MS;
    await wait(LOOK_MS);
  }
  return false;
}

/** Redirects to the same path with a slash; reduces leading slashes to one, because several would name another host. */
function redirect(res: ServerResponse, target: string): void {
  const [pathname = '/', ...query] = target.split('?');
  const location = `${pathname.replace(/^\/+/, '/')}/${query.length > 0 ? `?${query.join('?')}` : ''}`;
  res.writeHead(308, { location }).end();
}

function plain(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  res.end(text);
}
