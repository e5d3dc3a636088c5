import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { buildPackage, isFresh } from './build-package.ts';
import { CACHE, folderOf, packageOf, REMOTES, SHELL, type RemoteId } from './packages.ts';
import { configFor, HOT_ENTRY } from './webpack-config.ts';

const DEVELOPMENT = join(CACHE, 'development');

/**
 * A folder that looks like the checkout to the server: the remotes as built, and a shell whose React can be refreshed
 * (a production build of React cannot).
 */
async function developmentRoot(): Promise<string> {
  mkdirSync(join(DEVELOPMENT, SHELL), { recursive: true });
  for (const id of REMOTES) {
    const link = join(DEVELOPMENT, id);
    if (!existsSync(link)) symlinkSync(folderOf(id), link, 'dir');
  }
  const outDir = join(DEVELOPMENT, SHELL, 'dist');
  const shell = packageOf(SHELL);
  if (!isFresh(shell, outDir)) await buildPackage(shell, { mode: 'development', outDir });
  return DEVELOPMENT;
}

export type HotRemote = {
  /** Where the entry is, for the server's registry. */
  entry: string;
  /** Folder of builds for the server. */
  webDir: string;
  close: () => Promise<void>;
};

/** Serves one remote from its sources, with hot reload, on a port of this machine. */
export async function openHotRemote(id: RemoteId, port: number): Promise<HotRemote> {
  const webDir = await developmentRoot();
  const compiler = webpack(configFor(packageOf(id), { mode: 'development', hot: true }));
  if (!compiler) throw new Error('webpack refused its configuration.');
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: 'only',
      liveReload: false,
      static: false,
      // The page comes from the panel's own host, the parts from here.
      allowedHosts: 'all',
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      client: { overlay: false, webSocketURL: `ws://localhost:${port}/ws` },
    },
    compiler,
  );
  await server.start();
  return { entry: `http://localhost:${port}/${HOT_ENTRY}`, webDir, close: () => server.stop() };
}
