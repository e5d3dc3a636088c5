import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/open-embedded-postgres.ts';
import { findPrograms } from '../../src/db/embedded/programs.ts';
import { certificate, task } from '../../src/db/schema.ts';
import { database } from '../../src/doctor/database.check.ts';
import { findings, type Check } from '../../src/doctor/findings.ts';
import { dataFolder, programs } from '../../src/doctor/machine.check.ts';
import { backups, installationBackup, mail, panel, publicName } from '../../src/doctor/services.check.ts';
import { createLog } from '../../src/process/log.ts';

const found = findPrograms();
const skip = 'reason' in found ? found.reason : false;
const DAY = 86_400_000;
let dataDir: string;
let open: EmbeddedPostgres;
before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'doctor-'));
  if (!skip) open = await openEmbeddedPostgres({ dataDir, log: createLog('silent') });
});
after(async () => {
  if (!skip) await open.close();
  await rm(dataDir, { recursive: true, force: true });
});

const told = async (check: Check): Promise<string[]> =>
  (await check.look()).map(({ level, text, mend }) => `${level}: ${text}${mend ? ` ${mend}` : ''}`);
const look = () => told(database({ dataDir, databaseUrl: undefined, secretKey: '0'.repeat(64) }));
const problems = async () => (await look()).filter((text) => !text.startsWith('right'));

test('a database in order has no findings, and is not changed by looking at it', { skip }, async () => {
  const tables = async () => (await open.query('select count(*)::int as n from pg_class')).rows;
  const before = await tables();
  assert.deepEqual(await problems(), []);
  assert.ok((await look()).length >= 5);
  assert.deepEqual(await tables(), before);
});

test('tasks that nobody works on, failures and certificates that end are named', { skip }, async () => {
  const { db } = open;
  const hourAgo = new Date(Date.now() - 3_600_000);
  const of = { kind: 'site.create', resource: 'site', title: 'bakery', createdAt: hourAgo };
  await db.insert(task).values([
    { ...of, resourceId: 'a' },
    { ...of, resourceId: 'b', status: 'failed', endedAt: new Date() },
    { ...of, resourceId: 'c', status: 'failed', endedAt: new Date(Date.now() - 3 * DAY) },
    { ...of, resourceId: 'd', createdAt: new Date() },
  ]);
  await db.insert(certificate).values({
    ...{
      resource: 'partner',
      resourceId: randomUUID(),
      kind: 'acme',
      hosts: ['doctor.example'],
      chain: '',
      sealedKey: '',
    },
    ...{
      fingerprint: '',
      issuer: '',
      notBefore: new Date(Date.now() - 80 * DAY),
      notAfter: new Date(Date.now() + DAY),
    },
  });
  const lines = await problems();
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? '', /^wrong: Tasks that have waited .*: 1\. .*ROLE=worker/);
  assert.match(lines[1] ?? '', /^notice: Tasks that failed since yesterday: 1\./);
  assert.match(lines[2] ?? '', /^wrong: Sites and partners whose certificate was not renewed in time: 1\./);
  const [old] = await db.select().from(certificate);
  assert.ok(old);
  await db
    .insert(certificate)
    .values({ ...old, id: undefined, notBefore: new Date(), notAfter: new Date(Date.now() + 90 * DAY) });
  assert.equal((await problems()).length, 2, 'it was renewed');
  await db.delete(task);
  await db.delete(certificate);
});

test('without the key of the installation none is made, and the audit log is not blamed', { skip }, async () => {
  const lines = await told(database({ dataDir, databaseUrl: undefined, secretKey: undefined }));
  assert.match(lines.at(-1) ?? '', /^wrong: There is no key in .* Put the secret\.key/);
  assert.equal(existsSync(path.join(dataDir, 'secret.key')), false);
});

test('a database of an older or a newer version is told apart, and left as it is', { skip }, async () => {
  const count = async () => (await open.query('select id from drizzle.__drizzle_migrations')).rows.length;
  const before = await count();
  await open.query('create table taken as select * from drizzle.__drizzle_migrations order by id desc limit 1');
  await open.query('delete from drizzle.__drizzle_migrations where id in (select id from taken)');
  assert.match((await problems()).join('\n'), /^notice: Migrations that have not run: 1\. Restart the panel/);
  assert.equal(await count(), before - 1);
  const putBack = 'insert into drizzle.__drizzle_migrations (hash, created_at) select hash, created_at from taken';
  await open.query(putBack);
  await open.query(putBack);
  assert.match((await problems()).join('\n'), /^wrong: The database was written by a newer version/);
});

test('a data folder whose key others can read, a reserve that is used up, and programs that are missing', async () => {
  const key = path.join(dataDir, 'secret.key');
  await writeFile(key, 'x', { mode: 0o600 });
  const config = { dataDir, secretKey: undefined, diskReserveMb: 1 };
  assert.ok((await told(dataFolder(config))).every((text) => text.startsWith('right')));
  await chmod(key, 0o644);
  assert.ok((await told(dataFolder(config))).some((text) => /^wrong: Other users .* chmod 600/.test(text)));
  assert.ok(
    (await told(dataFolder({ ...config, diskReserveMb: 1e9 }))).some((text) => /^wrong: \d+ MB are free/.test(text)),
  );
  assert.match(
    (await told(dataFolder({ ...config, dataDir: path.join(dataDir, 'none') }))).join(),
    /^notice: .* does not exist yet/,
  );
  const without = await told(programs({ sandbox: 'off' }, async (name) => name !== 'bwrap'));
  assert.match(without[0] ?? '', /^notice: bwrap is missing.*Install the package bubblewrap/);
  assert.match(without.at(-1) ?? '', /^wrong: SANDBOX=off/);
});

test('servers that are away are findings, and so is a check that throws', async (t) => {
  const silent = createServer((socket) => socket.end('220 \r\n'));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.after(() => silent.close());
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  assert.match((await told(mail({ smtpUrl: `smtp://127.0.0.1:${port}` }))).join(), /^wrong: The mail server refuses/);
  assert.match((await told(mail({ smtpUrl: undefined }))).join(), /^notice: Emails are caught/);
  assert.match((await told(panel({ port: 1, hosts: ['127.0.0.1'] }))).join(), /^notice: It does not answer on port 1/);
  assert.match(
    (await told(publicName({ publicUrl: 'http://panel.invalid' }))).join('\n'),
    /not encrypted.*\n.*has no address/,
  );
  assert.match(
    (await told(backups({ storageUrl: undefined, dataDir }))).join(),
    /^notice: Backups lie beside the sites/,
  );
  const gone = backups({ storageUrl: `http://key:secret@127.0.0.1:1/bucket?region=x`, dataDir });
  assert.match((await told(gone)).join(), /^wrong: .* does not answer/);
  const all = [];
  const broken: Check = { about: 'Broken', look: () => Promise.reject(new Error('no reason')) };
  for await (const { found: lines } of findings([broken])) all.push(...lines);
  assert.equal(all[0]?.level, 'wrong');
  assert.match(all[0]?.text ?? '', /no reason/);
});

test('no backup of the installation, or an old one, is named', async () => {
  const backupKeyFile = path.join(dataDir, 'backup.key');
  await writeFile(backupKeyFile, 'correct horse battery staple');
  const of = { dataDir, backupTo: '/backups', backupHours: 24, backupKeyFile };
  assert.match((await told(installationBackup({ ...of, backupTo: undefined }))).join(), /^notice: There is no backup/);
  assert.match((await told(installationBackup(of))).join(), /^wrong: There is no backup.*BACKUP_TO is set/);
  assert.match(
    (await told(installationBackup({ ...of, backupKeyFile: undefined }))).join(),
    /^wrong: BACKUP_TO is set without BACKUP_KEY_FILE/,
  );
  assert.match(
    (await told(installationBackup({ ...of, backupKeyFile: dataDir }))).join(),
    /^wrong: The file of BACKUP_KEY_FILE cannot be read/,
  );
  const at = Date.parse('2026-03-01T00:00:00Z');
  const last = { at: new Date(at).toISOString(), place: 'folder /backups', size: 1 };
  await writeFile(path.join(dataDir, 'installation-backup.json'), JSON.stringify(last));
  const after = (hours: number) => told(installationBackup(of, new Date(at + hours * 3_600_000)));
  assert.match((await after(48)).join(), /^right: .* 48 hours old/);
  assert.match((await after(49)).join(), /^wrong: .* 49 hours old; one is due every 24/);
});
