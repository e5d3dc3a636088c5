import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { chmod, chown, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client, until } from '../../src/testing/index.ts';

export type Target = { siteId: string; host: string };

/** A whole panel in a separate process, with two customers who have one WordPress each. */
export type PanelUnderAttack = {
  port: number;
  hostile: Target;
  neighbour: Target;
  /** The customer who owns the hostile site, signed in. */
  attacker: Client;
  /** A fresh sign-in; throws unless it succeeds. */
  signIn(): Promise<Client>;
  plant(name: string, php: string): Promise<void>;
  /** Resident memory of the panel's own process in MB. */
  memoryMb(): number;
  exits(): number;
  stop(): Promise<void>;
};

const HOST = 'aurora.localhost';

async function signInAs(port: number, email: string): Promise<Client> {
  const client = new Client(port, HOST);
  await client.get('/login', { accept: 'text/html' });
  const answer = await client.post('/login', { email, password: DEMO_PASSWORD });
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text.slice(0, 200)}`);
  return client;
}

async function createWordPress(client: Client, port: number, name: string): Promise<Target> {
  const host = `${name}.aurora-sites.localhost`;
  const wp_info = {
    title: name,
    admin_user: 'owner',
    admin_email: 'owner@example.com',
    admin_password: 'correct horse battery',
  };
  const started = await client.post<{ task_id: string }>('/site', { fqdn: host, type: 'wordpress', wp_info });
  if (started.status !== 200) throw new Error(`POST /site: ${started.status} ${started.text}`);
  const siteId = await until(
    `${host} is ready`,
    async () => {
      const task = (await client.get<{ status: string; site_id: string }>(`/site/check/${started.body.task_id}`)).body;
      if (task.status === 'failed') throw new Error(JSON.stringify(task));
      return task.status === 'succeeded' && task.site_id;
    },
    180_000,
  );
  await until(
    `${host} answers`,
    async () => (await new Client(port, host).get('/', { accept: 'text/html' })).status === 200,
    60_000,
  );
  return { siteId, host };
}

/** Starts it with the embedded database, or with PostgreSQL when DATABASE_URL is set. */
export async function startPanelUnderAttack(php: 'native' | 'wasm'): Promise<PanelUnderAttack> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-hostile-'));
  await chmod(dataDir, 0o711);
  const main = path.join(import.meta.dirname, '../../src/main.ts');
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    PHP_RUNTIME: php,
    PANEL_LAUNCHER: '1',
    LOG_LEVEL: 'warn',
    SITE_PICTURES: 'off',
    SEED: 'demo',
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let exits = 0;
  child.once('exit', () => (exits += 1));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the panel ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('@ready '))
        resolve(Number(new URL(JSON.parse(line.slice('@ready '.length)).addresses[0].url).port));
    });
  });
  const attacker = await signInAs(port, 'customer@aurora.example');
  const hostile = await createWordPress(attacker, port, 'hostile-site');
  const neighbour = await createWordPress(await signInAs(port, 'second@aurora.example'), port, 'quiet-neighbour');
  const publicDir = path.join(dataDir, 'sites', hostile.siteId, 'live', 'public');
  return {
    ...{ port, hostile, neighbour, attacker },
    signIn: () => signInAs(port, 'second@aurora.example'),
    async plant(name, text) {
      const file = path.join(publicDir, name);
      await writeFile(file, `<?php\n${text}\n`);
      const { uid, gid } = await stat(publicDir);
      await chown(file, uid, gid);
    },
    memoryMb: () => (Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20,
    exits: () => exits,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
