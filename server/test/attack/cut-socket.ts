import type { Socket } from 'node:net';

/**
 * Ends a connection with a reset. An opening or ended connection is only destroyed: node cannot reset it, keeps its
 * handle instead, and the process would never exit.
 */
export function cut(socket: Socket): void {
  if (socket.connecting || socket.writableEnded || socket.readableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
