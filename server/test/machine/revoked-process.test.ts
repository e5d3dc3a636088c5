// On both databases: two panels share one where that is possible
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { JoinTokenCreated, Machines } from '@panel/contract';
import { startPanel } from '../../src/panel.ts';
import {
  createFastDriver,
  startTestServer,
  until,
  type Client,
  type PartnerRow,
  type TestServer,
} from '../../src/testing/index.ts';
import { QUICK_START } from '../quick-start.ts';

const PAGE = '/platform/machines';

let server: TestServer;
let client: Client;
let partner: PartnerRow;
let folder: string;
const started: ChildProcess[] = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'machines-test-'));
  server = await startTestServer({ env: { MACHINES_PORT: '0' } });
  partner = await server.scenario.partner();
  client = await server.as(partner, await server.scenario.superadmin());
});
after(async () => {
  for (const child of started) child.kill('SIGKILL');
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const revoke = (id: string) => client.post(`${PAGE}/${id}/revocation`);
const machines = async () => (await client.get<Machines>(PAGE)).body.machines;

const skip = !process.env['TEST_DATABASE_URL'] && 'PGlite is for one process';
test(
  'a second panel of the database serves nothing as soon as its machine is revoked, and says why',
  { skip },
  async () => {
    const { config } = server.app;
    const dataDir = await mkdtemp(path.join(folder, 'panel-'));
    const second = await startPanel(
      { ...config, port: 0, dataDir, machinesPort: null },
      { hosting: await createFastDriver(dataDir), web: false, log: server.app.log },
    );
    const { id } = second.app.machine;
    assert.deepEqual(new Set((await machines()).map(({ state }) => state)), new Set(['ready']));
    await revoke(id);
    const why = await second.refused;
    assert.match(why.message, /This machine was revoked by/);
    const answer = await fetch(`http://127.0.0.1:${second.port}/healthz`);
    assert.deepEqual([answer.status, await answer.text()], [503, `${why.message}\n`]);
    await second.stop();
  },
);

test('the process of a machine that joined goes on after kill -9, and ends with the reason once it is revoked', async () => {
  const { token } = (await client.post<JoinTokenCreated>(`${PAGE}/join-token`)).body;
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [...QUICK_START, path.resolve(import.meta.dirname, '../../src/main.ts')], {
      env: {
        ...{ PATH: process.env['PATH'], PORT: '0', DATA_DIR: path.join(folder, 'member'), LOG_LEVEL: 'silent' },
        ...{ JOIN_TOKEN: token, JOIN_URL: `http://${partner.domain}:${server.port}` },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.push(child);
    return child;
  };
  const joined = async () => (await machines()).find(({ joinedAt }) => joinedAt !== null);
  const seen = (since: string) =>
    until('a report', async () => {
      const machine = await joined();
      return machine && machine.seenAt > since ? machine : null;
    });
  const killed = start();
  const first = await seen('');
  killed.kill('SIGKILL');
  await once(killed, 'exit');

  const child = start();
  let said = '';
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()));
  await seen(first.seenAt);
  await revoke(first.id);
  const [code] = (await once(child, 'exit')) as [number | null];
  assert.equal(code, 1, said);
  assert.match(said, /This machine was revoked by .* on the page Machines/);
});
