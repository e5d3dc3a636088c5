import { connect, createServer, type Server, type Socket } from 'node:net';

/** Of one listener; further ones are closed. */
const MOST_CONNECTIONS = 256;

/** Moves bytes both ways until both sides have ended; the end of one side is passed on. */
function join(from: Socket, to: Socket): void {
  from.setNoDelay();
  to.setNoDelay();
  from.on('error', () => to.destroy());
  to.on('error', () => from.destroy());
  from.once('close', () => to.destroy());
  to.once('close', () => from.destroySoon());
  from.pipe(to);
  to.pipe(from);
}

/** Connects a listener with its target, without looking at the bytes. */
export function forward(
  listen: { path: string } | { host: string; port: number },
  target: { path: string } | { host: string; port: number },
  most = MOST_CONNECTIONS,
): { server: Server; open(): number; ready: Promise<void> } {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (from) => {
    sockets.add(from);
    from.once('close', () => sockets.delete(from));
    join(from, connect({ ...target, allowHalfOpen: true }));
  });
  server.maxConnections = most;
  const ready = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen, () => {
      server.off('error', reject).on('error', () => undefined);
      resolve();
    });
  });
  return { server, open: () => sockets.size, ready };
}
