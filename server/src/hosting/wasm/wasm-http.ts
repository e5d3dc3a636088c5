import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HTTPMethod, PHP } from '@php-wasm/universal';

const METHODS: readonly HTTPMethod[] = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE'];
/** php-wasm holds a whole body in its memory. */
const MAX_BODY = 64 * 1024 * 1024;

type Turn = <T>(work: () => Promise<T>) => Promise<T>;
type Settings = { token: string; root: string; router: string };

/** Serves PHP over HTTP on a loopback port that the system chooses; answers with the port. */
export function createWasmHttpServer(php: PHP, turn: Turn, settings: Settings): Promise<number> {
  const server = createServer((req, res) => {
    handle(php, turn, settings, req, res).catch((error: unknown) => {
      console.error(error);
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      res.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      resolve(address.port);
    });
  });
}

async function handle(php: PHP, turn: Turn, settings: Settings, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const method = METHODS.find((candidate) => candidate === req.method);
  if (method === undefined) return void res.writeHead(405).end();
  const body = await readBody(req);
  if (body === null) return void res.writeHead(413, { connection: 'close' }).end();
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
  const uri = req.url ?? '/';
  const [host = '', port = '80'] = (headers['host'] ?? '').split(':');
  const env = { PANEL_EDGE_TOKEN: settings.token, PANEL_DOCUMENT_ROOT: settings.root, PANEL_DB_FILE: '', PANEL_INPUT: '' };
  const $_SERVER = {
    ...{ REQUEST_URI: uri, QUERY_STRING: uri.split('?').slice(1).join('?'), DOCUMENT_ROOT: settings.root },
    ...{ SERVER_NAME: host, SERVER_PORT: port, SERVER_SOFTWARE: 'PHP', REMOTE_ADDR: '127.0.0.1' },
  };
  await turn(async () => {
    const response = await php.runStream({ scriptPath: settings.router, relativeUri: uri, protocol: 'HTTP/1.1', method, headers, body, env, $_SERVER });
    const status = await response.httpStatusCode;
    res.writeHead(status, Object.entries(await response.headers).flatMap(([name, values]) => values.flatMap((value) => [name, value])));
    // A browser that went away must not leave the instance half way: what PHP still says is read to its end.
    if (method === 'HEAD' || status === 204 || status === 304) {
      await response.stdoutBytes;
      res.end();
    } else {
      await pipeline(Readable.from(chunks(response.stdout)), res).catch(ignoreGone);
    }
    await response.exitCode;
  });
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
}

/** The chunks as copies: php-wasm hands out signed views, which node does not write. */
async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield Buffer.from(value);
  }
}

async function readBody(req: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > MAX_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
