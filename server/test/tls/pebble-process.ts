import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../src/testing/index.ts';
import { createLocalAuthority } from '../../src/tls/local-authority.ts';
import { freePort } from '../dns/pdns-process.ts';
import { issuing } from './tls-support.ts';

const PROGRAM = '/usr/bin/pebble';

/** Why Pebble cannot run here, or false. */
export const noPebble: string | false = existsSync(PROGRAM) ? false : 'Pebble is not installed (pebble)';

export type Pebble = {
  /** The settings of a panel that uses it. */
  env: Record<string, string>;
  /** The root of the certificates that it issues, which changes with each start. */
  root(): Promise<string>;
  start(panel: { port: number; dnsPort: number }): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
};

const read = (port: number, url: string, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path: url, ca, servername: 'localhost', agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res
        .on('data', (chunk: Buffer) => void chunks.push(chunk))
        .once('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    req.once('error', reject).end();
  });

/** An ACME server in a temporary folder, which asks a panel's own DNS and edge. */
export async function preparePebble(): Promise<Pebble> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-pebble-'));
  const authority = createLocalAuthority(folder, { now: () => new Date() });
  const { chain, key } = await authority.issue(['localhost'], issuing);
  const ca = (await authority.root()) ?? '';
  const file = (name: string) => path.join(folder, name);
  await Promise.all([
    writeFile(file('cert.pem'), chain),
    writeFile(file('key.pem'), key),
    writeFile(file('ca.pem'), ca),
  ]);
  const [port, management] = [await freePort(), await freePort()];
  let stop = async (): Promise<void> => undefined;
  return {
    env: { ACME_DIRECTORY_URL: `https://localhost:${port}/dir`, ACME_CA_FILE: file('ca.pem') },
    root: () => read(management, '/roots/0', ca),
    async start(panel) {
      const pebble = {
        ...{ listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` },
        ...{ certificate: file('cert.pem'), privateKey: file('key.pem'), httpPort: panel.port, tlsPort: 1 },
        ...{ ocspResponderURL: '', externalAccountBindingRequired: false },
      };
      await writeFile(file('config.json'), JSON.stringify({ pebble }));
      const child = spawn(PROGRAM, ['-config', file('config.json'), '-dnsserver', `127.0.0.1:${panel.dnsPort}`], {
        stdio: 'ignore',
        env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
      });
      stop = async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'exit');
      };
      await until('Pebble to answer', () => read(port, '/dir', ca).then(Boolean, () => false));
    },
    stop: () => stop(),
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
