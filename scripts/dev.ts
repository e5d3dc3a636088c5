import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  AgainstError,
  openHotRemote,
  packageOf,
  panelAddress,
  REMOTES,
  ROOT,
  serveAgainst,
  type RemoteId,
} from '../shared/federation/src/index.ts';
import { QUICK_START } from './lib/paths.mjs';
import { ended, endWithSignals, run, start } from './lib/processes.mjs';

/*
 * npm run dev -- <remote>                      one remote (mf-sites, or sites for short) from its sources with hot reload; shell,
 *                                        other remotes, server and data as they are. PORT (8099) is the panel's, REMOTE_PORT (PORT + 1) the
 *                                        remote's. A change of manifest.ts needs a new start: the server reads the built one.
 * npm run dev -- <remote> --against <address>  the same remote in a panel that runs elsewhere; REMOTE_PORT (3001) is its port.
 */

const isRemote = (name: string): name is RemoteId => (REMOTES as readonly string[]).includes(name);

function fail(text: string): never {
  console.error(text);
  process.exit(2);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } });
    const given = positionals[0] ?? '';
    // Accepts `sites` for short, like the generator.
    return { name: given.startsWith('mf-') ? given : `mf-${given}`, against: values.against };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function portOf(name: string, otherwise: number): number {
  const port = Number(process.env[name] ?? otherwise);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`${name} must be a port number from 1 to 65535.`);
  return port;
}

/** The remote and a server of this checkout beside it. */
async function serveHere(name: RemoteId): Promise<void> {
  const port = portOf('PORT', 8099);
  const remotePort = portOf('REMOTE_PORT', port + 1);
  const built = await run(process.execPath, [join(ROOT, 'scripts', 'build.ts')], { stdio: 'inherit' });
  if (built.code !== 0) process.exit(1);
  console.log(`${name} is compiled for hot reload`);
  const remote = await openHotRemote(name, remotePort);
  const server = start(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...QUICK_START, join(ROOT, 'server', 'src', 'main.ts')],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        PORT: String(port),
        WEB_DEVELOPMENT: remote.webDir,
        WEB_OVERRIDES: `${name}=${remote.entry}`,
      },
    },
  );
  process.exit((await ended(server)).code);
}

const { name, against } = readArguments();
if (!isRemote(name)) fail(`Which remote? One of: ${REMOTES.join(', ')}. Example: npm run dev -- sites`);
endWithSignals({ code: () => 0 });
try {
  await (against === undefined
    ? serveHere(name)
    : serveAgainst(packageOf(name), portOf('REMOTE_PORT', 3001), panelAddress(against)));
} catch (error) {
  if (error instanceof AgainstError) fail(error.message);
  throw error;
}
