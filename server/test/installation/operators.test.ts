// On both databases: progress.repo.ts
import type { InstallationBackupDetails, InstallationBackups, StoredInstallationBackups } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { readConfig } from '../../src/config/config.ts';
import type { AppContext } from '../../src/context/app-context.ts';
import { mailOutbox, notification, setting } from '../../src/db/schema.ts';
import { LAST_FILE } from '../../src/installation/last-backup.ts';
import { noteProgress } from '../../src/installation/note-progress.ts';
import { createInstallationPort } from '../../src/installation/panel-port.ts';
import { backUpWhenDue } from '../../src/installation/scheduled.ts';
import { startTestServer, type Client, type TestServer, type UserRow } from '../../src/testing/index.ts';
import { MovedClock } from '../release/release-support.ts';
import { PASSPHRASE, removeAll, temporaryFolder } from './installation-support.ts';

const HOUR_MS = 3_600_000;
const PAGE = '/platform/installation-backups';
const never = new AbortController().signal;
const clock = new MovedClock();

let server: TestServer;
let target: string;
let place: string;
let operator: UserRow;
let client: Client;
/** The process that makes backups; the server has no such setting. */
let app: AppContext;

/** The same process with other settings, or started again. */
const processWith = (env: Record<string, string>): AppContext => {
  const { databaseUrl, publicUrl, dataDir, cacheDir } = server.app.config;
  const config = { ...readConfig({ DATA_DIR: dataDir, SEED: 'none', ...env }), databaseUrl, publicUrl, cacheDir };
  return { ...server.app, config, installation: createInstallationPort({ ...server.app, config }, 300) };
};

before(async () => {
  target = await temporaryFolder('target');
  place = path.join(target, 'backups');
  const keyFile = path.join(target, 'passphrase');
  await writeFile(keyFile, PASSPHRASE);
  server = await startTestServer({ web: false, clock, env: { ROLE: 'api' } });
  app = processWith({ BACKUP_TO: place, BACKUP_KEY_FILE: keyFile, BACKUP_KEEP: '1' });
  const partner = await server.scenario.partner();
  operator = await server.scenario.superadmin();
  client = await server.as(partner, operator);
});
after(async () => {
  await server.stop();
  await removeAll([target]);
});
beforeEach(async () => {
  clock.offsetMs = 0;
  await rm(place, { recursive: true, force: true });
  await rm(path.join(server.dataDir, LAST_FILE), { force: true });
  await server.db.delete(setting);
  await server.db.delete(notification);
});

const told = async (): Promise<string[]> =>
  (
    await server.db
      .select()
      .from(notification)
      .where(eq(notification.userId, operator.id))
      .orderBy(notification.createdAt)
  ).map(({ type }) => type.replace('installation_backup_', ''));
const due = () => backUpWhenDue(app, never);
const makeUnusable = async () => {
  await rm(place, { recursive: true, force: true });
  await writeFile(place, 'a file in place of the folder');
};

test('without settings the page names them and a backup is refused; one that another process is asked for is made there', async () => {
  const overview = async () => (await client.get<InstallationBackups>(PAGE)).body;
  assert.equal((await overview()).makes, 'nowhere');
  assert.equal((await client.post(PAGE)).body['code'], 'INSTALLATION_BACKUP_OFF');
  assert.equal((await client.get<StoredInstallationBackups>(`${PAGE}/stored`)).body.state, 'none');

  await due();
  const [first] = (await app.installation.stored()).backups;
  const seen = await overview();
  assert.deepEqual([seen.makes, seen.place, seen.last?.size], ['elsewhere', `folder ${place}`, first?.size]);
  clock.offsetMs += HOUR_MS;
  await noteProgress(app);
  await due();
  assert.equal((await app.installation.stored()).backups[0]?.id, first?.id, 'none is due');
  assert.equal((await client.post(PAGE)).status, 200);
  await due();
  const after = await app.installation.stored();
  assert.deepEqual([after.state, after.backups.length, after.backups[0]?.id === first?.id], ['read', 1, false]);
  assert.equal((await overview()).requestedAt, null);
  clock.offsetMs += HOUR_MS;
  assert.equal((await overview()).makes, 'nowhere', 'the process that made them is silent');
});

test('complete, under removal and not ended: each is listed with what it is, and remarks are read on demand', async () => {
  await mkdir(path.join(server.dataDir, 'sites/site-1/live'), { recursive: true });
  await due();
  const [made] = (await app.installation.stored()).backups;
  assert.ok(made);
  const file = path.join(place, 'index.json');
  const index = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...index, removing: ['2026-01-02T03-04-05-abcdef'] }));
  const work = path.join(server.dataDir, 'installation-work');
  await mkdir(work, { recursive: true });
  await writeFile(path.join(work, 'unfinished'), '2026-01-03T03-04-05-abcdef\n../x');
  const { backups } = await app.installation.stored();
  await rm(work, { recursive: true });
  assert.deepEqual(
    backups.map(({ state, createdAt, panel }) => [state, createdAt, panel !== null]),
    [
      ['complete', made.createdAt, true],
      ['unfinished', '2026-01-03T03:04:05.000Z', false],
      ['removing', '2026-01-02T03:04:05.000Z', false],
    ],
  );
  const manifest = path.join(place, made.id, 'manifest.json');
  const content = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, unknown>;
  await writeFile(manifest, JSON.stringify({ ...content, remarks: ['\u001b[31mred', 'x'.repeat(9000)] }));
  const details = (await app.installation.details(made.id)) as InstallationBackupDetails;
  assert.deepEqual([details.remarks[0], details.remarks[1]?.length], [' [31mred', 400]);
  assert.equal(await app.installation.details('2026-01-02T03-04-05-abcdef'), null);
  await writeFile(manifest, '{"format":1}');
  await assert.rejects(app.installation.details(made.id), { code: 'INSTALLATION_BACKUP_UNREADABLE' });
});

test('a list that is too large, damaged, or of another shape is a state, and is not parsed', async () => {
  await mkdir(place, { recursive: true });
  const one = { id: 'a', createdAt: '2026-01-01T00:00:00.000Z', size: 1 };
  for (const text of [
    'x'.repeat(2 ** 20 + 1),
    '{',
    '[]',
    '['.repeat(5000),
    JSON.stringify({ backups: [{ ...one, id: '../etc' }] }),
    JSON.stringify({ backups: [{ ...one, createdAt: 'yesterday' }] }),
  ]) {
    await writeFile(path.join(place, 'index.json'), text);
    const { state, backups } = await app.installation.stored();
    assert.deepEqual([state, backups], ['unreadable', []], text.slice(0, 40));
  }
  await writeFile(
    path.join(place, 'index.json'),
    JSON.stringify({ backups: Array.from({ length: 150 }, (_none, n) => ({ ...one, id: `a${n}` })) }),
  );
  const { state, backups, more } = await app.installation.stored();
  assert.deepEqual([state, backups.length, more], ['read', 100, 50]);
});

test('a storage that never answers is a state within the time, for everybody who asks, and its credentials are nowhere', async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => void open.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const away = processWith({ BACKUP_TO: `s3+http://aKey:theSecret@127.0.0.1:${port}/bucket/panel` });
  const from = performance.now();
  const answers = await Promise.all(Array.from({ length: 12 }, () => away.installation.stored()));
  assert.ok(performance.now() - from < 5000);
  assert.deepEqual(new Set(answers.map(({ state }) => state)), new Set(['away']));
  const overview = await away.installation.overview();
  assert.match(overview.place ?? '', /^bucket bucket at http:\/\/127\.0\.0\.1/);
  assert.match(overview.problem ?? '', /BACKUP_TO is set without BACKUP_KEY_FILE/);
  await assert.rejects(away.installation.request(), { code: 'INSTALLATION_BACKUP_OFF' });
  await noteProgress(away);
  const rows = await server.db.select().from(setting);
  assert.doesNotMatch(JSON.stringify([answers, overview, rows]), /aKey|theSecret/);
  const idle = processWith({ BACKUP_TO: place, ROLE: 'api' });
  assert.equal((await idle.installation.overview()).makes, 'here', 'the one that makes them has said so');
  clock.offsetMs += HOUR_MS;
  assert.equal((await idle.installation.overview()).makes, 'nowhere', 'nothing runs tasks');
  silent.close();
  for (const socket of open) socket.destroy();
});

test('operators get a notification of the first failure of a series, of a gap, and of the next success, also after a kill', async () => {
  await due();
  assert.deepEqual(await told(), []);
  await makeUnusable();
  clock.offsetMs += 25 * HOUR_MS;
  await assert.rejects(due());
  clock.offsetMs += HOUR_MS;
  // A new process knows of the series.
  app = { ...app };
  await assert.rejects(due());
  assert.deepEqual(await told(), ['failed']);
  const { failing, overdue } = await app.installation.overview();
  assert.ok(failing && failing.since < failing.at);
  assert.match(failing.reason, /ENOTDIR/);
  assert.equal(overdue, false);
  assert.equal((await app.installation.stored()).state, 'away');

  clock.offsetMs += 24 * HOUR_MS;
  await noteProgress(app);
  await noteProgress(app);
  assert.deepEqual(await told(), ['failed', 'missing']);

  await rm(place);
  await due();
  await noteProgress(app);
  assert.deepEqual(await told(), ['failed', 'missing', 'works']);
  assert.equal((await app.installation.overview()).failing, null);
  await rm(path.join(server.dataDir, LAST_FILE));
  clock.offsetMs += HOUR_MS;
  await noteProgress(app);
  assert.deepEqual(
    await told(),
    ['failed', 'missing', 'works'],
    'a restored folder knows of no backup, its database does',
  );
  const mails = await server.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, operator.email));
  assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
    'The backup of the installation is overdue',
    'The installation could not be backed up',
    'The installation is backed up again',
  ]);
});

test('one that was killed is no longer shown as being made, and what was asked for is made by the next process', async () => {
  await due();
  clock.offsetMs += HOUR_MS;
  await app.installation.request();
  const ended = new AbortController();
  ended.abort();
  app = { ...app };
  await assert.rejects(backUpWhenDue(app, ended.signal));
  assert.deepEqual(await told(), [], 'a panel that stops is no failure');
  const [row] = await server.db.select().from(setting).where(eq(setting.key, 'installation_backup'));
  await server.db
    .update(setting)
    .set({ value: { ...(row?.value as object), startedAt: clock.now().toISOString() } })
    .where(eq(setting.key, 'installation_backup'));
  const before = await app.installation.overview();
  assert.ok(before.runningSince && before.requestedAt);
  app = { ...app };
  await due();
  const after = await app.installation.overview();
  assert.deepEqual([after.runningSince, after.requestedAt], [null, null]);
  assert.ok(after.last && before.last && after.last.at > before.last.at);
});

test('staff of partners, customers and strangers see nothing of it', async () => {
  const partner = await server.scenario.partner();
  for (const user of [await server.scenario.admin(partner), await server.scenario.customer(partner)]) {
    const other = await server.as(partner, user);
    for (const at of [PAGE, `${PAGE}/stored`, `${PAGE}/stored/a`]) assert.equal((await other.get(at)).status, 403);
    assert.equal((await other.post(PAGE)).status, 403);
  }
  assert.equal((await server.anonymous(partner).get(PAGE)).status, 401);
});
