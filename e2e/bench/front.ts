import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** A text on its way from the panel to the browser. */
export type Change = {
  /** A page is compressed for each view, a file once, as the panel does. */
  of: 'page' | 'file';
  text: (text: string) => string;
  /** Headers of the answer that do not travel on. */
  without?: readonly string[];
};

/** What happens to the answer for a path, or nothing; asked before the panel is. */
export type ChangeOf = (path: string, isPage: boolean) => Change | undefined;

export type Front = { port: number; close: () => void };

const QUALITY = { page: 5, file: 11 } as const;

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * Stands before a panel server on a port of its own. Every variant of a measurement goes through one of these, so that
 * its cost is the same for all; only what `changeOf` names is changed and compressed again.
 */
export async function openFront(panelPort: number, changeOf: ChangeOf): Promise<Front> {
  const files = new Map<string, Buffer>();

  async function passChanged(
    path: string,
    { of, text, without = [] }: Change,
    answer: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const given = await textOf(answer);
    const body =
      files.get(path) ?? brotliCompressSync(text(given), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[of] } });
    if (of === 'file') files.set(path, body);
    const dropped = ['content-length', 'transfer-encoding', ...without];
    const kept = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !dropped.includes(name)));
    res
      .writeHead(answer.statusCode ?? 502, { ...kept, 'content-encoding': 'br', 'content-length': body.length })
      .end(body);
  }

  const server = createServer((req, res) => {
    const path = req.url ?? '/';
    const change = changeOf(path, (req.headers.accept ?? '').includes('text/html'));
    // The panel finds its partner by the host that it is configured for.
    const host = (req.headers.host ?? '').replace(/:\d+$/, `:${panelPort}`);
    const headers = {
      ...req.headers,
      host,
      ...(req.headers.origin && { origin: `http://${host}` }),
      ...(change && { 'accept-encoding': 'identity' }),
    };
    const onward = request({ host: '127.0.0.1', port: panelPort, method: req.method, path, headers }, (answer) => {
      if (change && (change.of === 'file' || (answer.headers['content-type'] ?? '').startsWith('text/html')))
        return void passChanged(path, change, answer, res);
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.writeHead(502).end());
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
