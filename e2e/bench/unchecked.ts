import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** The page as it would be if nothing compared hashes: no tables of them, no attributes. */
export const uncheckedPage = (html: string): string => html.replace(/ integrity="sha384-[^"]+"/g, '').replace(/"integrity":\{[^}]*\}/g, '"integrity":{}');

/** The shell's script, whose elements then carry the hash under a name that means nothing to the browser. */
const uncheckedScript = (script: string): string => script.replaceAll('.integrity', '.unchecked');

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * Stands before a panel and passes everything on, compressed again as the panel does. With `checked` false the browser
 * compares no hash, and none travels.
 */
export async function openComparison(panelPort: number, checked: boolean): Promise<{ port: number; close: () => void }> {
  const scripts = new Map<string, Buffer>();
  const server = createServer((req, res) => {
    const path = req.url ?? '/';
    const isPage = (req.headers.accept ?? '').includes('text/html');
    const isShell = /^\/shell\/.*\/shell\.[^/]+\.js$/.test(path);
    // The panel finds its partner by the host that it is configured for.
    const host = (req.headers.host ?? '').replace(/:\d+$/, `:${panelPort}`);
    const headers = { ...req.headers, host, ...(req.headers.origin && { origin: `http://${host}` }), ...((isPage || isShell) && { 'accept-encoding': 'identity' }) };
    const onward = request({ host: '127.0.0.1', port: panelPort, method: req.method, path, headers }, (answer) => {
      const { 'content-length': _length, 'transfer-encoding': _transfer, 'integrity-policy': policy, ...kept } = answer.headers;
      const isText = (isPage && (answer.headers['content-type'] ?? '').startsWith('text/html')) || isShell;
      if (!isText) {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.pipe(res);
      }
      void textOf(answer).then((text) => {
        const changed = checked ? text : isShell ? uncheckedScript(text) : uncheckedPage(text);
        const quality = isShell ? 11 : 5;
        const body = scripts.get(path) ?? brotliCompressSync(changed, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
        if (isShell) scripts.set(path, body);
        res.writeHead(answer.statusCode ?? 502, { ...kept, ...(checked && policy && { 'integrity-policy': policy }), 'content-encoding': 'br', 'content-length': body.length }).end(body);
      });
    });
    onward.on('error', () => res.writeHead(502).end());
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
