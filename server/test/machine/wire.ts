import { connect, createServer, type Socket } from 'node:net';

/** A way to a service that can be cut, and connected again. */
export type Wire = { href: string; cut(): void; reconnect(): void; close(): Promise<void> };

/** Passes connections on to the host of an address. `href`: the same address by this way. */
export async function openWire(to: URL): Promise<Wire> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(to.port || 5432), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    href: to.href.replace(to.host, `127.0.0.1:${port}`),
    cut,
    reconnect: () => void (isCut = false),
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
