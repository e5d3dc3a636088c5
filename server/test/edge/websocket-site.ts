/** A site's process that speaks WebSocket: `node websocket-site.ts TOKEN` prints its port. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';

const token = process.argv[2];
const server = createServer((req, res) => {
  if (req.headers['x-panel-edge'] !== token) return void res.writeHead(421, { 'x-panel-edge': 'refused' }).end();
  res.setHeader('content-type', 'text/plain').end(`page ${req.url} ${req.headers.upgrade ?? 'plain'}`);
});
const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });

/** What a broken site answers instead of opening a WebSocket. */
const BROKEN: Record<string, string> = {
  '/wrong-accept':
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n',
  '/no-accept': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  '/other-protocol': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  '/no-upgrade': 'HTTP/1.1 101 Switching Protocols\r\nContent-Length: 5\r\n\r\nhello',
  '/bad-header': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nA\u0000: b\r\n\r\n',
  '/no-http': '\u0000\u0001\u0002 garbage\r\n\r\n',
  '/refuses':
    'HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 12\r\nConnection: close\r\n\r\nno socket: x',
};

const ROOM = Buffer.alloc(64 * 1024, 'x');

function talk(socket: WebSocket, { url, headers }: IncomingMessage): void {
  socket.on('error', () => undefined);
  if (url === '/headers') socket.send(JSON.stringify(headers));
  if (url === '/hang-up') socket.terminate();
  if (url === '/flood') {
    const more = (): void => {
      if (socket.readyState === socket.OPEN) socket.send(ROOM, more);
    };
    return more();
  }
  // Reads nothing any more.
  if (url === '/deaf') return socket.pause();
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
}

server.on('upgrade', (req: IncomingMessage, connection: Duplex, head: Buffer) => {
  connection.on('error', () => undefined);
  if (req.headers['x-panel-edge'] !== token) return void connection.destroy();
  const broken = BROKEN[req.url ?? ''];
  if (broken !== undefined) return void connection.write(broken);
  if (req.url === '/silent') return;
  sockets.handleUpgrade(req, connection, head, (socket) => talk(socket, req));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
