import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The connection of a request for a WebSocket. */
export type Upgrade = {
  /** Bytes came with the request, although its client has to wait for the response first. */
  hasEarlyBytes: boolean;
  /** Takes the connection over; its response closes with it. Null when it has ended. */
  take(): Duplex | null;
  /** Whether it was taken over and has not ended. */
  isOpen(): boolean;
};

export type UpgradeHandler = (req: IncomingMessage, res: ServerResponse, upgrade: Upgrade) => void;

const tokens = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((each) => each.trim().toLowerCase());

/** Whether a request asks for a WebSocket; all other upgrades are ignored, as if they were not requested. */
export const asksForWebSocket = ({ method, headers, httpVersion }: IncomingMessage): boolean =>
  method === 'GET' && httpVersion === '1.1' && tokens(headers.upgrade).includes('websocket');

/**
 * Gives requests for a WebSocket to a handler, with a response that is the last one of its connection. Returns what ends
 * these connections, which a server forgets.
 */
export function acceptUpgrades(server: Server, handler: UpgradeHandler): () => void {
  const open = new Set<Duplex>();
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => undefined);
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
    const leave = () => void socket.destroy();
    // Until the response, a client neither sends more nor ends its side.
    socket.on('data', leave).once('end', leave);
    let isTaken = false;
    res.once('finish', () => {
      if (isTaken) return;
      socket.off('data', leave).resume();
      res.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
      socket.end(() => socket.destroy());
      res.emit('close');
    });
    handler(req, res, {
      hasEarlyBytes: head.length > 0,
      isOpen: () => isTaken && !socket.destroyed,
      take() {
        if (socket.destroyed || res.headersSent) return null;
        isTaken = true;
        socket.pause();
        socket.off('data', leave).off('end', leave);
        res.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
        socket.once('close', () => res.emit('close'));
        return socket;
      },
    });
  });
  return () => open.forEach((socket) => socket.destroy());
}
