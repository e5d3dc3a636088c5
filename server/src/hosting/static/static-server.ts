import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { randomBytes } from 'node:crypto';
import { reopening } from '../../lib/reopening.ts';
import type { Endpoint, PublicFiles } from '../driver.ts';
import { serveStaticSite } from './static-handler.ts';

/** One loopback server in this process for all static sites; the token of a request selects the site. */
export type StaticServer = {
  /** @param find the files that answer, asked for each request */
  endpoint(siteId: string, find: FindFiles): Promise<Endpoint>;
  forget(siteId: string): void;
  close(): Promise<void>;
};

/** Null while there are none. */
type FindFiles = () => Promise<Extract<PublicFiles, { mode: 'site' }> | null>;

export function createStaticServer(): StaticServer {
  const finders = new Map<string, FindFiles>();
  const tokens = new Map<string, string>();
  const listening = reopening(
    () =>
      new Promise<{ port: number; close(): Promise<void> }>((resolve, reject) => {
        const server = createServer((req, res) => {
          const token = req.headers['x-panel-edge'];
          const find = typeof token === 'string' ? finders.get(token) : undefined;
          const refuse = () => void res.writeHead(421, { 'x-panel-edge': 'refused' }).end();
          if (find === undefined) return refuse();
          find()
            .then((files) => (files === null ? refuse() : serveStaticSite(files.root, req, res, files.rules)))
            .catch(() => res.destroy());
        });
        server.once('error', reject);
        server.listen(0, '127.0.0.1', () => {
          server.unref();
          const address = server.address();
          if (address === null || typeof address === 'string') return reject(new Error('no port'));
          resolve({ port: address.port, close: () => end(server) });
        });
      }),
  );

  return {
    async endpoint(siteId, find) {
      const { port } = await listening.get();
      const token = tokens.get(siteId) ?? randomBytes(24).toString('base64url');
      tokens.set(siteId, token);
      finders.set(token, find);
      return { host: '127.0.0.1', port, token };
    },
    forget(siteId) {
      finders.delete(tokens.get(siteId) ?? '');
      tokens.delete(siteId);
    },
    close: listening.close,
  };
}

function end(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
