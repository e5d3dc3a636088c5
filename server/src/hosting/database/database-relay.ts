import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { openRunFolder } from '../process/run-folder.ts';

/** A Unix socket of the panel that leads to a database server over TCP, for sites, which have no network. */
export type DatabaseRelay = { socket(): Promise<string>; close(): Promise<void> };

type Opened = { at: string; close(): Promise<void> };

/** Opens with the first use. */
export function openDatabaseRelay(server: { host: string; port: number }, dataDir: string): DatabaseRelay {
  let opened: Promise<Opened> | null = null;
  return {
    async socket() {
      opened ??= listen(server, dataDir);
      opened.catch(() => (opened = null));
      return (await opened).at;
    },
    async close() {
      await (await opened?.catch(() => null))?.close();
      opened = null;
    },
  };
}

async function listen(target: { host: string; port: number }, dataDir: string): Promise<Opened> {
  const run = await openRunFolder(dataDir);
  const at = path.join(await run.folder(), 'database.sock');
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect({ ...target, noDelay: true });
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(at, () => {
      relay.off('error', reject);
      // A connection that cannot be accepted for lack of descriptors is lost, without further effect.
      relay.on('error', () => undefined);
      resolve();
    });
  });
  return {
    at,
    async close() {
      const ended = new Promise<void>((resolve) => relay.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await ended;
      await run.close();
    },
  };
}
