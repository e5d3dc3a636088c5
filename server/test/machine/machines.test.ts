// On both databases: node.repo.ts
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { JoinTokenCreated, Machine, MachineHistory, Machines } from '@panel/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { readConfig } from '../../src/config/config.ts';
import { auditLog, node, nodeJoin } from '../../src/db/schema.ts';
import { lockFile } from '../../src/lib/file-lock.ts';
import { MachineError } from '../../src/machine/mark.ts';
import { isMember, startMember, type Member } from '../../src/machine/member.ts';
import { ownCapabilities } from '../../src/machine/own-load.ts';
import { openPresence, type Presence } from '../../src/machine/presence.ts';
import { createLog } from '../../src/process/log.ts';
import { startTestServer, until, type Client, type PartnerRow, type TestServer } from '../../src/testing/index.ts';
import { MovedClock } from '../release/release-support.ts';

const PAGE = '/platform/machines';
const HOUR_MS = 3_600_000;
const clock = new MovedClock();
const log = createLog('silent');

let server: TestServer;
let client: Client;
let partner: PartnerRow;
let folder: string;
const open: { close(): Promise<void> }[] = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'machines-test-'));
  server = await startTestServer({ clock, env: { MACHINES_PORT: '0' } });
  partner = await server.scenario.partner();
  client = await server.as(partner, await server.scenario.superadmin());
});
after(async () => {
  for (const each of open) await each.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  clock.offsetMs = 0;
});

const machines = async (): Promise<Machine[]> => (await client.get<Machines>(PAGE)).body.machines;
const byId = async (id: string): Promise<Machine> => {
  const machine = (await machines()).find((each) => each.id === id);
  assert.ok(machine);
  return machine;
};

/** A machine with the database and a data folder, whose run has a name and a locked file there, as a process has. */
async function machineAt(dataDir: string, instance: string, refused: MachineError[] = []): Promise<Presence> {
  await mkdir(path.join(dataDir, 'processes'), { recursive: true });
  const unlock = lockFile(path.join(dataDir, 'processes', `${instance}.lock`));
  const presence = await openPresence({
    ...{ db: server.db, clock, log, dataDir, instance, roles: ['api', 'worker', 'edge'], version: '1.0.0' },
    capabilities: ownCapabilities(),
    awake: async () => ({}),
    onRefused: (why) => void refused.push(why),
  });
  open.push({
    close: async () => {
      await presence.close();
      unlock();
    },
  });
  return presence;
}

test('an installation of one machine shows it with nothing configured: what it has, runs and can do', async () => {
  await server.scenario.site(partner, await server.scenario.customer(partner), { name: 'shop' });
  const [machine, ...others] = await machines();
  assert.ok(machine);
  assert.deepEqual(others, []);
  assert.deepEqual([machine.state, machine.isThis, machine.joinedAt], ['ready', true, null]);
  assert.deepEqual(machine.roles, ['api', 'worker', 'edge']);
  assert.ok(machine.now.memoryFree > 0 && machine.now.memoryTotal >= machine.now.memoryFree);
  assert.ok(machine.now.diskFree > 0 && machine.capabilities.cpus > 0 && machine.version !== '');
  assert.deepEqual(machine.workloads, [{ kind: 'wordpress', total: 1, awake: 0 }]);
  const { body } = await client.get<MachineHistory>(`${PAGE}/${machine.id}/history`);
  assert.equal(body.samples.length, 1);
  assert.equal((await client.post(`${PAGE}/${machine.id}/revocation`)).body['code'], 'MACHINE_OWN');
});

test('a silent machine is lost by the clock of the database, one that ended in order has stopped, and a clock that is off shows', async () => {
  const presence = await machineAt(path.join(folder, 'second'), 'aaaaaaaa');
  assert.equal((await byId(presence.id)).state, 'ready');
  clock.offsetMs = HOUR_MS;
  await presence.beat();
  const ahead = (await byId(presence.id)).clockOffMs;
  assert.ok(Math.abs(ahead - HOUR_MS) < 60_000, `${ahead}`);
  await server.db
    .update(node)
    .set({ seenAt: sql`now() - interval '31 seconds'` })
    .where(eq(node.id, presence.id));
  assert.equal((await byId(presence.id)).state, 'lost');
  await presence.beat();
  assert.equal((await byId(presence.id)).state, 'ready');
  await presence.close();
  assert.equal((await byId(presence.id)).state, 'stopped');
});

test('of two machines with copies of one data folder, the later is refused; a process that was killed is in nobody’s way', async () => {
  const [first, copy] = [path.join(folder, 'original'), path.join(folder, 'copy')];
  const original = await machineAt(first, 'bbbbbbbb');
  await cp(path.join(first, 'machine.id'), path.join(await mkdirOf(copy), 'machine.id'));
  const copied = await machineAt(copy, 'cccccccc');
  assert.equal(copied.id, original.id);
  // The original has not reported since: it may have been killed.
  await copied.beat();
  await original.beat();
  await assert.rejects(copied.beat(), /Another machine runs with a copy of the data folder/);
  await original.beat();
});

const mkdirOf = async (dir: string): Promise<string> => {
  await mkdir(dir, { recursive: true });
  return dir;
};

test('a revoked machine is refused at its next report, and does not start again', async () => {
  const dataDir = path.join(folder, 'revoked');
  const presence = await machineAt(dataDir, 'dddddddd');
  assert.equal((await client.post(`${PAGE}/${presence.id}/revocation`)).status, 200);
  await assert.rejects(presence.beat(), /This machine was revoked by .*@.* on the page Machines/);
  await assert.rejects(machineAt(dataDir, 'eeeeeeee'), MachineError);
  assert.equal((await byId(presence.id)).state, 'revoked');
});

const makeToken = async (): Promise<JoinTokenCreated> =>
  (await client.post<JoinTokenCreated>(`${PAGE}/join-token`)).body;
const member = async (name: string, token: string, run = 'ffffffff'): Promise<Member> => {
  const config = readConfig({
    ...{ PORT: '0', DATA_DIR: path.join(folder, name), JOIN_TOKEN: token },
    JOIN_URL: `http://${partner.domain}:${server.port}`,
  });
  const started = await startMember(config, '1.0.0', log, run);
  open.push({ close: started.stop });
  return started;
};
const refusals = async () =>
  (
    await server.db
      .select({ detail: auditLog.detail, ip: auditLog.ip })
      .from(auditLog)
      .where(eq(auditLog.action, 'machine.refused'))
      .orderBy(desc(auditLog.at))
  ).map(({ detail, ip }) => [(detail as { code: string }).code, ip !== null]);

test('a machine joins with a token, reports by its certificate, and is refused as soon as it is revoked', async () => {
  const { token, expiresAt } = await makeToken();
  assert.ok(Date.parse(expiresAt) <= Date.now() + HOUR_MS);
  const [stored] = await server.db.select().from(nodeJoin).orderBy(desc(nodeJoin.createdAt)).limit(1);
  assert.ok(stored && !token.includes(stored.tokenHash));
  const joined = await member('joined', token);
  const shown = (await machines()).find(({ joinedAt }) => joinedAt !== null);
  assert.deepEqual([shown?.state, shown?.roles, shown?.workloads], ['ready', ['member'], []]);
  assert.equal((await fetch(`http://127.0.0.1:${joined.port}/healthz`)).status, 200);

  // Its identity stays: it needs no token to start again, and a copy that runs beside it is refused.
  await cp(path.join(folder, 'joined'), path.join(folder, 'joined-copy'), { recursive: true });
  const copy = await member('joined-copy', token, '11111111');
  await joined.beat();
  await assert.rejects(copy.beat(), /copy of the data folder/);

  assert.equal((await client.post(`${PAGE}/${shown?.id}/revocation`)).status, 200);
  await assert.rejects(joined.beat(), /This machine was revoked by/);
  const answer = await fetch(`http://127.0.0.1:${joined.port}/healthz`);
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /revoked/);
});

test('a used, expired or unknown token lets nobody in, and every attempt has a line in the audit log', async () => {
  const before = (await refusals()).length;
  const { token } = await makeToken();
  const first = await member('first', token);
  await assert.rejects(member('thief', token), /A machine has joined with this token already/);
  const late = await makeToken();
  clock.offsetMs = HOUR_MS + 1000;
  await assert.rejects(member('late', late.token), /works for an hour/);
  clock.offsetMs = 0;
  await assert.rejects(member('guess', `${'a'.repeat(43)}.${token.split('.')[1]}`), /no such join token/);
  const added = (await refusals()).slice(0, (await refusals()).length - before);
  assert.deepEqual(
    new Set(added.map(String)),
    new Set(['JOIN_TOKEN_USED,true', 'JOIN_TOKEN_EXPIRED,true', 'JOIN_TOKEN_UNKNOWN,true']),
  );
  await first.stop();
  await until('the machine that ended in order', async () =>
    (await machines()).some(({ state, joinedAt }) => joinedAt && state === 'stopped'),
  );
});

test('a request without a key, or with one of another kind, is refused and the token stays', async () => {
  const { token } = await makeToken();
  const input = { token, id: randomUUID(), name: 'other' };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' });
  for (const csr of ['none', `${rsa}`]) {
    const { body } = await server.anonymous(partner).post(`${PAGE}/join`, { ...input, csr });
    assert.equal(body['code'], 'JOIN_KEY_INVALID');
  }
  await member('after', token);
});

test('a token is not sent in plain text to another machine, and the panel is known by the digest in it', async () => {
  const { token } = await makeToken();
  const config = (env: object) =>
    readConfig({ PORT: '0', DATA_DIR: path.join(folder, 'plain'), JOIN_TOKEN: token, ...env });
  await assert.rejects(
    startMember(config({ JOIN_URL: 'http://panel.example.com' }), '1.0.0', log),
    /must begin with https/,
  );
  await assert.rejects(
    member('elsewhere', `${token.split('.')[0]}.${'b'.repeat(43)}`),
    /is not the panel that made the token/,
  );
  await assert.rejects(startMember(config({ JOIN_URL: '', JOIN_TOKEN: '' }), '1.0.0', log), /belong together/);
  const both = config({ JOIN_URL: server.url, DATABASE_URL: 'postgres://panel@localhost/panel' });
  assert.throws(() => isMember(both), /gets no database/);
  assert.equal(isMember(config({ JOIN_URL: server.url })), true);
});
