import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openHotRemote, REMOTES, ROOT, type RemoteId } from '../shared/federation/src/index.ts';

/*
 * pnpm dev <remote>
 * One remote from its sources with hot reload; shell, other remotes, server and data as they are. PORT (8099) is the
 * panel's, REMOTE_PORT (PORT + 1) the remote's. A change of manifest.ts needs a new start: the server reads the built one.
 */

const isRemote = (name: string): name is RemoteId => (REMOTES as readonly string[]).includes(name);

const name = process.argv[2] ?? '';
if (!isRemote(name)) {
  console.error(`Which remote? One of: ${REMOTES.join(', ')}. Example: pnpm dev mf-sites`);
  process.exit(2);
}
const port = Number(process.env['PORT'] ?? 8099);
const remotePort = Number(process.env['REMOTE_PORT'] ?? port + 1);
if (![port, remotePort].every((each) => Number.isInteger(each) && each > 0 && each < 65_536)) {
  console.error('PORT and REMOTE_PORT must be port numbers from 1 to 65535.');
  process.exit(2);
}

const built = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.ts')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
console.log(`${name} is compiled for hot reload`);
const remote = await openHotRemote(name, remotePort);
const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, 'server', 'src', 'main.ts')], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port), WEB_DIR: remote.webDir, WEB_FOLLOW: 'on', WEB_OVERRIDES: `${name}=${remote.entry}` },
});

let isEnding = false;
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  server.kill('SIGTERM');
  await remote.close();
  process.exitCode = code;
}
server.on('exit', (code) => void end(code ?? 0));
process.on('SIGINT', () => void end(0));
process.on('SIGTERM', () => void end(0));
