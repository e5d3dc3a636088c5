import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The panel cannot start; the message is one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const DRAIN_MS = 10_000;
/** Longer than any proxy in front keeps a connection, so that none is closed just as it is used again. */
const KEEP_ALIVE_MS = 75_000;

export const HEALTH_PATH = '/healthz';

/** Answers the health question; anything else of a process that is not ready is told to come back. */
export function sayHealth(res: ServerResponse, ready: boolean): void {
  res.writeHead(ready ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...(ready ? {} : { 'retry-after': '2' }) });
  res.end(ready ? 'ok\n' : 'starting\n');
}

/** Opens a port (0: any free one). @throws StartError when it is taken or not allowed */
export async function listen(port: number, handler: Handler): Promise<{ server: Server; port: number }> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 310_000, headersTimeout: 60_000 }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(port, error)));
    server.listen(port, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

function listenError(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`Port ${port} is taken by another program. End that one, or choose another port: PORT=${port === 65_535 ? 8100 : port + 1} npm start`);
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`);
  return error;
}

/** Takes no new requests and lets the running ones end, for ten seconds at most. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(force);
}
