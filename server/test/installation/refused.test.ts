// On PostgreSQL: restoring into a PostgreSQL.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../src/db/open-database.ts';
import { INSTANCE, markProcess } from '../../src/kernel/process-mark.ts';
import { knownMigrations, readIndex, type Manifest } from '../../src/installation/manifest.ts';
import { checkRights, migrationsUpTo } from '../../src/installation/restore-database.ts';
import { createFolderStorage } from '../../src/storage/folder-storage.ts';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';
import {
  backUpTo,
  configOf,
  filesOf,
  inDatabase,
  log,
  PASSPHRASE,
  removeAll,
  restoreFrom,
  rowsOf,
  smallInstallation,
  temporaryFolder,
} from './installation-support.ts';

const folders: string[] = [];
const folder = async (name: string): Promise<string> => {
  const made = await temporaryFolder(name);
  folders.push(made);
  return made;
};
after(() => removeAll(folders));

let dataDir: string;
let target: string;
let manifest: Manifest;
before(async () => {
  dataDir = await folder('installed');
  target = await folder('backups');
  await smallInstallation(dataDir, 'pglite');
  await symlink('/etc/passwd', path.join(dataDir, 'sites/site-1/live/public/passwd'));
  markProcess(dataDir);
  // As where the disk with the data is mounted elsewhere.
  const link = path.join(await folder('link'), 'data');
  await symlink(dataDir, link);
  ({ manifest } = await backUpTo(target, configOf(link)));
});
const placeOf = (name: string): string => path.join(target, manifest.id, name);
const siteFiles = { 'index.html': Buffer.from('<h1>Bakery</h1>').toString('base64') };

test('rows, keys and files come back exactly; what belongs to one run does not', async () => {
  const empty = await folder('restored');
  const { kept } = await restoreFrom(target, configOf(empty));
  assert.equal(kept, null);
  const [old, restored] = [await filesOf(path.join(dataDir, 'sites')), await filesOf(path.join(empty, 'sites'))];
  delete old['site-1/tmp/session'];
  assert.deepEqual(restored, old);
  assert.equal(restored['site-1/live/public/index.html'], siteFiles['index.html']);
  assert.equal(restored['site-1/live/public/passwd'], '→ /etc/passwd');
  assert.equal((await stat(path.join(empty, 'keys/authority.pem'))).mode & 0o777, 0o600);
  assert.equal(await readFile(path.join(empty, 'secret.key'), 'utf8'), 'ab'.repeat(32));
  const rows = await inDatabase(configOf(dataDir), rowsOf);
  assert.ok(rows.some((row) => row.startsWith('partner ')));
  assert.deepEqual(await inDatabase(configOf(empty), rowsOf), rows);
});

test('the mark of the process that makes a backup stays locked', async () => {
  const file = path.join(dataDir, 'processes', `${INSTANCE}.lock`);
  // SQLite would know of the lock in this process, even if the system had released it.
  const tried = spawnSync(process.execPath, [
    ...['--disable-warning=ExperimentalWarning', '-e'],
    `new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 0 }).exec('begin exclusive')`,
    file,
  ]);
  assert.match(String(tried.stderr), /database is locked/);
});

test('nothing that was backed up can be read without the passphrase', async () => {
  const stored = await filesOf(target);
  const all = Buffer.concat(Object.values(stored).map((text) => Buffer.from(text, 'base64'))).toString('latin1');
  assert.ok(!all.includes('ab'.repeat(32)) && !all.includes('Bakery') && !all.includes(PASSPHRASE));
});

test('a backup that is damaged, changed or of a newer panel changes nothing, and says why', async () => {
  const other = await folder('other');
  await writeFile(path.join(other, 'secret.key'), 'another');
  const refused = async (why: RegExp, more: { passphrase?: string; replace?: boolean } = { replace: true }) => {
    await assert.rejects(restoreFrom(target, configOf(other), more), why);
    const left = await filesOf(other);
    delete left['panel.lock'];
    assert.deepEqual(left, { 'secret.key': Buffer.from('another').toString('base64') });
  };
  await refused(/is not empty.*--replace/, {});
  await refused(/made with another passphrase/, { replace: true, passphrase: 'correct horse battery stable' });

  const site = placeOf('files-sites-site-1.part');
  const whole = await readFile(site);
  const flipped = Buffer.from(whole);
  flipped[whole.length - 100] = (flipped[whole.length - 100] ?? 0) ^ 1;
  await writeFile(site, flipped);
  await refused(/part files-sites-site-1 .*damaged/);
  await truncate(site, whole.length - 1000);
  await refused(/part files-sites-site-1 .*damaged: it has \d+ bytes/);
  await rm(site);
  await refused(/part files-sites-site-1 .*damaged: it is missing/);
  await writeFile(site, whole);

  const rows = placeOf('database.part');
  await rename(rows, `${rows}.away`);
  await refused(/part database .*missing/);
  await rename(`${rows}.away`, rows);

  const text = await readFile(placeOf('manifest.json'), 'utf8');
  const changed = async (change: Partial<Record<keyof Manifest, unknown>>) =>
    writeFile(placeOf('manifest.json'), JSON.stringify({ ...(JSON.parse(text) as Manifest), ...change }));
  const { migrated } = manifest;
  await changed({ migrated: { ...migrated, count: migrated.count + 1 } });
  await refused(/newer panel/);
  await changed({ format: 2 });
  await refused(/newer panel/);
  await changed({ migrated: { ...migrated, last: '1' } });
  await refused(/other migrations/);
  await changed({ parts: manifest.parts.filter(({ name }) => name !== 'files-keys') });
  await refused(/was changed/);
  await writeFile(placeOf('manifest.json'), text.slice(0, -20));
  await refused(/manifest .* damaged/);
  await writeFile(placeOf('manifest.json'), text);

  const { kept } = await restoreFrom(target, configOf(other), { replace: true });
  assert.equal(await readFile(path.join(other, kept ?? '', 'secret.key'), 'utf8'), 'another');
  assert.equal(await readFile(path.join(other, 'secret.key'), 'utf8'), 'ab'.repeat(32));
});

test('older backups go only once a newer one was read back', async (t) => {
  const place = await folder('kept');
  const open = await openDatabase(configOf(dataDir), log);
  t.after(() => open.close());
  let isInTransaction = false;
  const db = Object.assign(Object.create(open.db) as typeof open.db, {
    transaction: async (...given: Parameters<typeof open.db.transaction>) => {
      isInTransaction = true;
      return open.db.transaction(...given).finally(() => void (isInTransaction = false));
    },
  });
  const storage = createFolderStorage(place);
  const backUpKeeping = (keep: number, more: Parameters<typeof backUpTo>[2] = {}) =>
    backUpTo(place, configOf(dataDir), { keep, source: { db, close: async () => undefined }, ...more });
  const first = await backUpKeeping(2);
  const second = await backUpKeeping(2);
  const damage = (line: string) => {
    if (line === 'Reading it back') throw new Error('the disk broke');
  };
  await assert.rejects(backUpKeeping(1, { onProgress: damage }), /the disk broke/);
  const stored = async () => (await readdir(place)).filter((name) => name !== 'index.json').toSorted();
  assert.deepEqual(await stored(), [first.manifest.id, second.manifest.id].toSorted());
  const third = await backUpKeeping(2, {
    storage: {
      ...storage,
      async put(...given) {
        assert.ok(!isInTransaction, 'Nothing is stored while the transaction is open.');
        await storage.put(...given);
      },
    },
  });
  assert.deepEqual(third.removed, [first.manifest.id]);
  assert.deepEqual(await stored(), [second.manifest.id, third.manifest.id].toSorted());

  const removeFolder = () => Promise.reject(new Error('the storage went away'));
  const fourth = await backUpKeeping(1, { storage: { ...storage, removeFolder } });
  const index = async () => readIndex(storage);
  assert.deepEqual(
    (await index()).backups.map(({ id }) => id),
    [fourth.manifest.id],
  );
  assert.deepEqual(fourth.removed, []);
  const older = [third.manifest.id, second.manifest.id];
  assert.deepEqual(
    fourth.left,
    older.map((id) => ({ id, why: 'the storage went away' })),
  );
  assert.deepEqual((await index()).removing, older);
  assert.ok((await stored()).includes(fourth.manifest.id));
  const empty = await folder('second');
  await restoreFrom(place, configOf(empty), { id: second.manifest.id });
  const fifth = await backUpKeeping(2);
  assert.deepEqual([fifth.removed, fifth.left, (await index()).removing], [older, [], []]);
  assert.deepEqual(await stored(), [fourth.manifest.id, fifth.manifest.id].toSorted());
});

test('what a storage did not remove of an unfinished backup is removed later, and prevents none', async () => {
  const place = await folder('unfinished');
  const storage = createFolderStorage(place);
  const stored = async () => (await readdir(place)).filter((name) => name !== 'index.json');
  const removeFolder = () => Promise.reject(new Error('it may remove nothing'));
  const failing = (at: string) => ({
    ...{ ...storage, removeFolder },
    put: async (...given: Parameters<typeof storage.put>) => {
      if (given[0].endsWith(at)) throw new Error('the storage is full');
      return storage.put(...given);
    },
  });
  for (const at of ['manifest.json', 'index.json'])
    await assert.rejects(backUpTo(place, configOf(dataDir), { storage: failing(at) }), /the storage is full/);
  const unfinished = await stored();
  assert.equal(unfinished.length, 2);
  const { manifest: third, left } = await backUpTo(place, configOf(dataDir), { storage: { ...storage, removeFolder } });
  assert.deepEqual(left.map(({ id }) => id).toSorted(), unfinished.toSorted());
  const { manifest: fourth } = await backUpTo(place, configOf(dataDir));
  assert.deepEqual((await stored()).toSorted(), [third.id, fourth.id].toSorted());
  assert.ok(!(await readdir(dataDir)).includes('installation-work'));
});

test('after a damaged part no other is begun, and none is read any more', async () => {
  const many = Array.from({ length: 9 }, (_, n) => path.join(dataDir, `sites/many-${n}`));
  for (const site of many) await mkdir(site);
  const [place, empty] = [await folder('many-backups'), await folder('many-restored')];
  const { manifest: made } = await backUpTo(place, configOf(dataDir));
  await removeAll(many);
  await rm(path.join(place, made.id, 'files-sites-many-0.part'));
  const storage = createFolderStorage(place);
  let open = 0;
  const read = async (...given: Parameters<typeof storage.read>) => {
    const stream = await storage.read(...given);
    open += 1;
    return stream.on('close', () => void (open -= 1));
  };
  const sites: string[] = [];
  const onProgress = (line: string) => void (line.startsWith('sites/') && sites.push(line));
  await assert.rejects(
    restoreFrom(place, configOf(empty), { onProgress, storage: { ...storage, read } }),
    /part files-sites-many-0 .*missing/,
  );
  assert.deepEqual([sites.length, open], [4, 0]);
});

test('a site that is replaced all the time is packed as it is, and named; a signal ends the work on a part', async () => {
  const site = path.join(dataDir, 'sites/swapped');
  const away = await folder('away');
  await mkdir(site);
  await writeFile(path.join(site, 'large'), randomBytes(8 * 2 ** 20));
  const swap = async (n: number) => {
    await mkdir(path.join(away, String(n)));
    await symlink(path.join(away, String(n)), path.join(away, 'next'));
    await rename(path.join(away, 'next'), path.join(site, 'live'));
  };
  let isDone = false;
  const swapping = (async () => {
    for (let n = 0; !isDone; n++) await swap(n);
  })();
  const onProgress = (line: string) => void (isDone ||= line === 'Reading it back');
  const { manifest: made } = await backUpTo(await folder('swapped'), configOf(dataDir), { onProgress }).finally(
    () => void (isDone = true),
  );
  await swapping;
  assert.deepEqual(made.remarks, ['sites/swapped/live: it was replaced all the time, and may not be of one moment']);

  const ending = new AbortController();
  const storage = createFolderStorage(await folder('aborted'));
  const put: string[] = [];
  await assert.rejects(
    backUpTo('', configOf(dataDir), {
      signal: ending.signal,
      onProgress: (line) => void (line === 'sites/swapped' && ending.abort()),
      storage: {
        ...storage,
        async put(...given) {
          put.push(path.basename(given[0]));
          await storage.put(...given);
        },
      },
    }),
    { name: 'AbortError' },
  );
  await removeAll([site]);
  assert.ok(put.includes('database.part') && !put.includes('files-sites-swapped.part'), put.join());
});

test('a backup of an earlier version is migrated, and making one migrates nothing', async () => {
  const [old, place, empty] = [await folder('old'), await folder('old-backups'), await folder('upgraded')];
  const all = knownMigrations().length;
  const earlier = await openDatabase(configOf(old), log, await migrationsUpTo(all - 2, await folder('migrations')));
  await earlier.query('insert into setting (key, value) values ($1, $2)', ['kept', '"yes"']);
  await earlier.close();
  const made = await backUpTo(place, configOf(old));
  assert.equal(made.manifest.migrated.count, all - 2);
  await restoreFrom(place, configOf(empty));
  await inDatabase(configOf(empty), async (open) => {
    assert.equal((await open.query("select from setting where key = 'kept'")).rows.length, 1);
    const { rows } = await open.query<{ n: number }>('select count(*)::int as n from drizzle.__drizzle_migrations');
    assert.equal(rows[0]?.n, all);
  });
});

test('a database of a site is copied as it was between two changes', async () => {
  const place = path.join(dataDir, 'sites/site-1/live/site.sqlite');
  const db = new DatabaseSync(place);
  db.exec('pragma journal_mode = wal; create table pair (a int); insert into pair values (1), (2)');
  const [backups, empty] = [await folder('sqlite-backups'), await folder('sqlite-restored')];
  await backUpTo(backups, configOf(dataDir));
  db.close();
  await restoreFrom(backups, configOf(empty));
  const restored = new DatabaseSync(path.join(empty, 'sites/site-1/live/site.sqlite'));
  assert.equal(restored.prepare('select sum(a) as n from pair').get()?.['n'], 3);
  restored.close();
});

const server = process.env['TEST_DATABASE_URL'];
test('tables of a PostgreSQL of its own are kept beside the restored ones', { skip: !server }, async () => {
  const { url, drop } = await createPostgresDatabase(server ?? '');
  after(drop);
  const empty = await folder('on-server');
  const config = configOf(empty, { DATABASE_URL: url });
  await assert.rejects(restoreFrom(target, config), /has tables.*--replace/);
  const busy = await openDatabase(config, log);
  await busy.query('insert into setting (key, value) values ($1, $2)', ['old', '1']);
  await assert.rejects(restoreFrom(target, config, { replace: true }), /Stop every panel/);
  await busy.close();
  await restoreFrom(target, config, { replace: true });
  const rows = await inDatabase(configOf(dataDir), rowsOf);
  await inDatabase(config, async (open) => {
    assert.deepEqual(await rowsOf(open), rows);
    const { rows: aside } = await open.query<{ n: string }>(
      "select nspname as n from pg_namespace where nspname like 'before_restore_%public'",
    );
    assert.equal((await open.query(`select from ${aside[0]?.n}.setting where key = 'old'`)).rows.length, 1);
  });
});

test('without the rights on a PostgreSQL of its own nothing is moved aside', { skip: !server }, async () => {
  const { url, drop } = await createPostgresDatabase(server ?? '');
  const role = `panel_restorer_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  after(async () => {
    await admin.query(`reassign owned by ${role} to current_user`);
    await admin.query(`drop owned by ${role}`);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await drop();
  });
  await admin.query(`create role ${role} login password 'restorer'`);
  await admin.query(`alter schema public owner to ${role}`);
  await admin.query(`grant create on database ${new URL(url).pathname.slice(1)} to ${role}`);
  const other = await folder('no-rights');
  await writeFile(path.join(other, 'secret.key'), 'another');
  const address = Object.assign(new URL(url), { username: role, password: 'restorer' }).href;
  await assert.rejects(
    restoreFrom(target, configOf(other, { DATABASE_URL: address }), { replace: true }),
    /may not restore.*grant set on parameter session_replication_role/,
  );
  assert.equal(await readFile(path.join(other, 'secret.key'), 'utf8'), 'another');
  await admin.query(`grant set on parameter session_replication_role to ${role}`);
  await admin.query('create schema if not exists drizzle');
  await assert.rejects(
    checkRights(address),
    new RegExp(`alter schema drizzle owner to ${role}; The owner of the schema drizzle is \\w+\\.$`),
  );
  await admin.query(`alter schema drizzle owner to ${role}`);
  await checkRights(address);
  const { rows } = await admin.query("select from pg_namespace where nspname like 'panel_restore_probe%'");
  assert.equal(rows.length, 0);
});
