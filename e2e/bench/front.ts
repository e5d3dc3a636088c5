import { createHash } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** Changes a text between panel and browser. */
export type Change = {
  /** Compresses a page for each view and a file once, as the panel does. */
  of: 'page' | 'file';
  text: (text: string) => string;
  /** Response headers that are not forwarded. */
  without?: readonly string[];
};

/** Returns the change for a path's response, or nothing. Called before the request is forwarded. */
export type ChangeOf = (path: string, isPage: boolean) => Change | undefined;

export type Front = { port: number; close: () => void };

const QUALITY = { page: 5, file: 11 } as const;

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const INLINE_SCRIPT = /<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g;
const hashesOf = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, code = '']) => createHash('sha256').update(code).digest('base64'));

/** The policy of a page allows its inline scripts by their hashes; a changed page has others. */
function policyOf(policy: string, given: string, changed: string): string {
  const now = hashesOf(changed);
  return hashesOf(given).reduce((text, hash, at) => text.replaceAll(hash, now[at] ?? hash), policy);
}

/**
 * Proxies a panel server on a port of its own. Every variant of a measurement runs through such a front, so its cost
 * is the same for all. Only what `changeOf` returns is changed and compressed again.
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
    const changed = text(given);
    const body =
      files.get(path) ?? brotliCompressSync(changed, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[of] } });
    if (of === 'file') files.set(path, body);
    const dropped = ['content-length', 'transfer-encoding', ...without];
    const kept = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !dropped.includes(name)));
    const policy = answer.headers['content-security-policy'];
    if (of === 'page' && typeof policy === 'string' && kept['content-security-policy'] !== undefined)
      kept['content-security-policy'] = policyOf(policy, given, changed);
    res
      .writeHead(answer.statusCode ?? 502, { ...kept, 'content-encoding': 'br', 'content-length': body.length })
      .end(body);
  }

  const server = createServer((req, res) => {
    const path = req.url ?? '/';
    const change = changeOf(path, (req.headers.accept ?? '').includes('text/html'));
    // The panel finds its partner by its configured host.
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
