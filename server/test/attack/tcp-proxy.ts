import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { cut } from './cut-socket.ts';

/** A connection to a server that can be cut or fall silent, as networks do. */
export type TcpProxy = {
  port: number;
  /** Resets every open connection; new ones pass. */
  reset(): void;
  /** Forwards what is sent to the server, and nothing of what open connections get back. */
  mute(): void;
  /** Keeps connections open, accepts new ones, and forwards nothing. */
  silence(): void;
  /** Forwards everything again; what was sent meanwhile arrives late. */
  resume(): void;
  close(): Promise<void>;
};

/** Opens a proxy to a port of the loopback. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let silent = false;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => cut(to));
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
      from.on('data', (bytes) => void to.write(bytes));
      if (silent) from.pause();
    }
    if (!silent) near.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const all = () => [...pairs].flat();
  const reset = () => {
    for (const socket of all()) cut(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    reset,
    mute() {
      for (const [, far] of pairs) far.pause();
    },
    silence() {
      silent = true;
      for (const socket of all()) socket.pause();
    },
    resume() {
      silent = false;
      for (const socket of all()) socket.resume();
    },
    async close() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
