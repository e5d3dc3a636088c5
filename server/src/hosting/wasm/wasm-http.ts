import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { HTTPMethod, PHP } from '@php-wasm/universal';

const METHODS: readonly HTTPMethod[] = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE'];
const MB = 1024 * 1024;
/** php-wasm keeps a whole body in its memory. */
const MAX_BODY = 64 * MB;
/**
 * How long PHP may continue a request after its visitor has left; then this process ends, and the next request starts
 * it again.
 */
const ABANDONED_MS = 10_000;
/** How much of a response may wait for a slow reader while the next request runs. */
const MAX_UNSENT = 4 * MB;

type Turn = <T>(work: () => Promise<T>) => Promise<T>;
type Settings = {
  php: PHP;
  turn: Turn;
  token: string;
  root: string;
  router: string;
  socketPath: string;
  /** Called when PHP starts and ends a request. */
  busy(busy: boolean): void;
};

/** Serves PHP over HTTP on a Unix socket. */
export function serveWasmHttp(settings: Settings): Promise<void> {
  const server = createServer((req, res) => {
    handle(settings, req, res).catch((error: unknown) => {
      console.error(error);
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      res.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.socketPath, resolve);
  });
}

async function handle(settings: Settings, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const method = METHODS.find((candidate) => candidate === req.method);
  if (method === undefined) return void res.writeHead(405).end();
  const body = await readBody(req);
  if (body === null) return void res.writeHead(413, { connection: 'close' }).end();
  await settings.turn(async () => {
    if (res.destroyed) return;
    settings.busy(true);
    const abandoned = endWhenAbandoned(res);
    try {
      await answer(settings, method, body, req, res);
    } finally {
      abandoned.stop();
      settings.busy(false);
    }
    if (res.writableLength > MAX_UNSENT) await finished(res).catch(() => undefined);
  });
}

async function answer(
  { php, token, root, router }: Settings,
  method: HTTPMethod,
  body: Uint8Array,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
  const uri = req.url ?? '/';
  const [host = '', port = '80'] = (headers['host'] ?? '').split(':');
  const env = { PANEL_EDGE_TOKEN: token, PANEL_DOCUMENT_ROOT: root, PANEL_DB_FILE: '', PANEL_INPUT: '' };
  const $_SERVER = {
    ...{ REQUEST_URI: uri, QUERY_STRING: uri.split('?').slice(1).join('?'), DOCUMENT_ROOT: root },
    ...{ SERVER_NAME: host, SERVER_PORT: port, SERVER_SOFTWARE: 'PHP', REMOTE_ADDR: '127.0.0.1' },
  };
  const response = await php.runStream({
    scriptPath: router,
    relativeUri: uri,
    protocol: 'HTTP/1.1',
    method,
    headers,
    body,
    env,
    $_SERVER,
  });
  const status = await response.httpStatusCode;
  // Node does not end an interim response: the client would wait for the final one.
  res.writeHead(
    status < 200 ? 500 : status,
    Object.entries(await response.headers).flatMap(([name, values]) => values.flatMap((value) => [name, value])),
  );
  const bodiless = method === 'HEAD' || status === 204 || status === 304;
  // Reads all of PHP's output even when the visitor has left: its instance must not stop half way. `outputBytes`
  // bounds it.
  const reader = response.stdout.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    // A copy: php-wasm returns signed views, which node does not write.
    if (!bodiless && !res.destroyed) res.write(Buffer.from(part.value));
  }
  await response.exitCode;
  res.end();
}

/** Ends this process when the visitor has left and PHP continues: nothing else can stop it. */
function endWhenAbandoned(res: ServerResponse): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const left = () => {
    if (!res.writableFinished) timer = setTimeout(() => process.exit(1), ABANDONED_MS);
  };
  res.once('close', left);
  return {
    stop() {
      res.off('close', left);
      clearTimeout(timer);
    },
  };
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
