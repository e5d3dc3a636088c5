import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { hasFile, safePath, sendFile } from './static-files.ts';

/** Answers a request for a static site: files, `index.html` of folders, `name` for `name.html`, the site's 404.html. */
export async function serveStaticSite(root: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD')
    return plain(res, 405, 'This site answers GET and HEAD only.\n', { allow: 'GET, HEAD' });
  const decoded = safePath(req.url ?? '/');
  if (decoded === null) return plain(res, 404, 'Not found.\n');
  if (decoded.endsWith('/')) {
    if (await sendFile(root, `${decoded}index.html`, req, res)) return;
  } else {
    if (await sendFile(root, decoded, req, res)) return;
    if (await hasFile(root, `${decoded}/index.html`)) return redirect(res, req.url ?? '/');
    if (path.extname(decoded) === '' && (await sendFile(root, `${decoded}.html`, req, res))) return;
  }
  if (await sendFile(root, '/404.html', req, res, 404)) return;
  plain(res, 404, 'This page could not be found.\n');
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
