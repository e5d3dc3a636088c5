import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

/** What happens to a page on its way: nothing, or it becomes that of a conventional single-page application. */
export type PageForm = 'as-served' | 'conventional';

/** Without the first picture and without links to what comes next: an empty root, styles, one script, and the data. */
export function conventionalPage(html: string): string {
  return html
    .replace(/<link rel="preload"[^>]*>\n?/g, '')
    .replace(/<div id="root">[^]*?<\/div>\n<script type="application\/json"/, '<div id="root"></div>\n<script type="application/json"');
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function passPage(answer: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = brotliCompressSync(conventionalPage(await textOf(answer)), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const { 'content-length': _length, 'transfer-encoding': _transfer, ...headers } = answer.headers;
  res.writeHead(answer.statusCode ?? 502, { ...headers, 'content-encoding': 'br', 'content-length': body.length });
  res.end(body);
}

/**
 * Stands before a panel server on a port of its own. Every variant is measured through one of these, so that its cost is
 * the same for all; only `conventional` changes pages.
 */
export async function openFront(panelPort: number, form: PageForm): Promise<{ port: number; close: () => void }> {
  const server: Server = createServer((req, res) => {
    const isPage = form === 'conventional' && (req.headers.accept ?? '').includes('text/html');
    // The panel finds its partner by the host that it is configured for.
    const host = (req.headers.host ?? '').replace(/:\d+$/, `:${panelPort}`);
    const headers: Record<string, string | string[] | undefined> = { ...req.headers, host };
    if (headers.origin) headers.origin = `http://${host}`;
    if (isPage) headers['accept-encoding'] = 'identity';
    const onward = request({ host: '127.0.0.1', port: panelPort, method: req.method, path: req.url, headers }, (answer) => {
      if (isPage && (answer.headers['content-type'] ?? '').startsWith('text/html')) return void passPage(answer, res);
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.writeHead(502).end());
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The front has no port.');
  return { port: address.port, close: () => server.close() };
}
