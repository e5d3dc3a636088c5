import { Socket } from 'node:net';
import type { RelayAddress } from '../../protocol.ts';

/** A socket that reaches a port of the one server through the panel's relay, whatever host it is given. */
export function relaySocket({ path, port: loopback, token }: RelayAddress) {
  const socket = new Socket();
  const toRelay = socket.connect.bind(socket);
  // A Unix socket has no address, without which the FTP client counts the connection as closed.
  Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' });
  const connect = ({ port }: { port: number }, onConnect?: () => void): Socket => {
    const connected = () => {
      socket.write(`${token} ${port}\n`);
      onConnect?.();
    };
    return path === null
      ? toRelay({ host: '127.0.0.1', port: loopback ?? 0 }, connected)
      : toRelay({ path }, connected);
  };
  return Object.assign(socket, { connect });
}
