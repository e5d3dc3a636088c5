import type { Socket } from 'node:net';

/**
 * Ends a connection with a reset. One that is being opened or already ends is only destroyed: node cannot reset those, keeps
 * their handle instead, and a process with such a handle never ends.
 */
export function cut(socket: Socket): void {
  if (socket.connecting || socket.writableEnded || socket.readableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
