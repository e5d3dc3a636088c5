import type { IncomingMessage, Server } from 'node:http';

/** How long a request may take to arrive. */
export const REQUEST_MS = 310_000;
/** The same for uploads, which must keep a minimum speed (lib/minimum-speed.ts): an hour, as the browser allows. */
export const LONG_BODY_MS = 3_610_000;

const long = new WeakSet<IncomingMessage>();

/** Lets a request take `LONG_BODY_MS`. Without a connection, as in tests, there is nothing to do. */
export function allowLongBody(incoming: IncomingMessage | undefined): void {
  if (incoming) long.add(incoming);
}

/** Closes connections whose request has not arrived after `ms`; a server's own time limit knows no exceptions. */
export function endSlowBodies(server: Server, ms = REQUEST_MS): void {
  server.prependListener('request', (req: IncomingMessage) => {
    if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
    const late = setTimeout(() => {
      if (!req.complete && !long.has(req)) req.socket.destroy();
    }, ms).unref();
    req.once('close', () => clearTimeout(late));
  });
}
