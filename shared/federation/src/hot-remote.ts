import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Stats } from 'webpack';
import WebpackDevServer, { type Configuration, type ExpressRequestHandler } from 'webpack-dev-server';
import { buildPackage } from './build-package.ts';
import { isFresh } from './fresh.ts';
import { CACHE, folderOf, isPackage, packageOf, REMOTES, SHELL, type Package, type RemoteId } from './packages.ts';
import { configFor, HOT_ENTRY } from './webpack-config.ts';

const DEVELOPMENT = join(CACHE, 'development');

/** Removes links of remotes that are gone, and of a folder that this checkout was moved or copied from. */
function linkRemotes(): void {
  for (const name of readdirSync(DEVELOPMENT).filter((name) => name !== SHELL)) {
    const link = join(DEVELOPMENT, name);
    const isOurs = isPackage(name) && existsSync(link) && realpathSync(link) === realpathSync(folderOf(name));
    if (!isOurs) rmSync(link, { recursive: true });
  }
  for (const id of REMOTES) {
    const link = join(DEVELOPMENT, id);
    if (!existsSync(link)) symlinkSync(folderOf(id), link, 'dir');
  }
}

/**
 * A folder that looks like the checkout to the server: the built remotes, and a shell with refreshable React (a
 * production build of React cannot refresh).
 */
async function developmentRoot(): Promise<string> {
  mkdirSync(join(DEVELOPMENT, SHELL), { recursive: true });
  linkRemotes();
  const outDir = join(DEVELOPMENT, SHELL, 'dist');
  const shell = packageOf(SHELL);
  if (!isFresh(shell, outDir)) await buildPackage(shell, { mode: 'development', outDir });
  return DEVELOPMENT;
}

const answerPreflight: ExpressRequestHandler = ({ method }, answer, next) => {
  if (method !== 'OPTIONS') return next();
  answer.writeHead(204).end();
};

export type HotRemote = {
  /** Address of the entry, for the server's registry. */
  entry: string;
  close: () => Promise<void>;
};

type Served = { hot: 'own-shell' | 'any-shell'; port: number; devServer: Configuration };

/** Prints compile errors in the terminal, and when they are fixed; the page stays unchanged meanwhile. */
function tellState(): (stats: Stats) => void {
  let isBroken = false;
  return (stats) => {
    if (stats.hasErrors()) console.error(stats.toString({ all: false, errors: true, colors: false }));
    else if (isBroken) console.log('It compiles again.');
    isBroken = stats.hasErrors();
  };
}

/**
 * A page's file exports more than components (prefetch), so React alone cannot replace it. Against a running panel,
 * runtime/hot/pages does; in a local shell the page reloads.
 */
export const clientFor = (hot: Served['hot']) => ({
  hot: hot === 'own-shell' ? true : ('only' as const),
  liveReload: false,
});

async function serve(of: Package, { hot, port, devServer }: Served): Promise<HotRemote> {
  const compiler = webpack(configFor(of, { mode: 'development', hot }));
  if (!compiler) throw new Error('webpack refused its configuration.');
  compiler.hooks.done.tap('panel', tellState());
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      ...clientFor(hot),
      static: false,
      // One folder each: the shell uses it to find the remote of a part.
      devMiddleware: { publicPath: `/${of.id}/` },
      client: { overlay: false, webSocketURL: `ws://localhost:${port}/ws` },
      ...devServer,
    },
    compiler,
  );
  try {
    await server.start();
  } catch (error) {
    // The compiler already watches, and another watcher would keep the process alive.
    await server.stop();
    throw error;
  }
  return { entry: `http://localhost:${port}/${of.id}/${HOT_ENTRY}`, close: () => server.stop() };
}

/**
 * Serves one remote from its sources, with hot reload, on a port of this machine; `webDir` contains the builds for
 * the server beside it.
 */
export async function openHotRemote(id: RemoteId, port: number): Promise<HotRemote & { webDir: string }> {
  const webDir = await developmentRoot();
  const remote = await serve(packageOf(id), {
    hot: 'own-shell',
    port,
    devServer: {
      // The page comes from the panel's own host, the parts from here.
      allowedHosts: 'all',
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
    },
  });
  return { ...remote, webDir };
}

/** The same, for the pages of one running panel only. */
export function openRemoteFor(of: Package, port: number, panel: URL): Promise<HotRemote> {
  return serve(of, {
    hot: 'any-shell',
    port,
    devServer: {
      allowedHosts: [panel.hostname],
      headers: {
        'access-control-allow-origin': panel.origin,
        // Browsers ask before a panel with a public address reaches into a local network.
        'access-control-allow-private-network': 'true',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'origin',
      },
      setupMiddlewares: (middlewares) => [{ name: 'preflight', middleware: answerPreflight }, ...middlewares],
    },
  });
}
