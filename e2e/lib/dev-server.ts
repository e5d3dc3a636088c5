import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Build } from '@panel/contract/release';
import { ROOT } from '../../scripts/lib/paths.mjs';

export type DevServer = {
  /** Address of the entry, on a host of this machine. */
  entry: (host?: string) => string;
  /** Requested paths, by any client. */
  asked: string[];
  /** Replaces every script with this text from now on. */
  breakWith: (text: string) => void;
  close: () => Promise<void>;
};

/** Serves a remote's built files with changed scripts from another origin, as a developer's server does. */
export async function openDevServer(id: string, edit: (text: string) => string): Promise<DevServer> {
  const dist = path.join(ROOT, id, 'dist');
  const { entry } = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Build;
  const names = readdirSync(dist);
  const asked: string[] = [];
  let broken: string | null = null;
  const server = createServer((req, res) => {
    const name = (req.url ?? '').split('?')[0]?.slice(1) ?? '';
    asked.push(name);
    if (!names.includes(name)) return void res.writeHead(404).end();
    const text = readFileSync(path.join(dist, name), 'utf8');
    const isScript = name.endsWith('.js');
    res.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/css',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    res.end(isScript ? (broken ?? edit(text)) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    entry: (host = 'localhost') => `http://${host}:${port}/${entry}`,
    asked,
    breakWith: (text) => void (broken = text),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
