import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, chmod, mkdir, open, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { contentsOf } from '../../src/installation/contents.ts';
import { endFrame, readFrames } from '../../src/archive/frames.ts';
import { packFiles, type Entry, type Packing } from '../../src/archive/pack-files.ts';
import { createRemarks } from '../../src/installation/remarks.ts';
import { unpackFiles } from '../../src/archive/unpack-files.ts';
import { filesOf, removeAll, temporaryFolder } from './installation-support.ts';

const folders: string[] = [];
const folder = async (): Promise<string> => {
  const made = await temporaryFolder('packed');
  folders.push(made);
  return made;
};
after(() => removeAll(folders));

/** The names in a part, and what was said about it. */
async function packed(of: string, how: Packing = {}): Promise<{ names: string[]; remarks: string[] }> {
  const remarks = createRemarks();
  const names: string[] = [];
  const all = async function* () {
    yield* packFiles(of, { hosted: true, remark: remarks.on(''), ...how });
    yield endFrame();
  };
  for await (const { head } of readFrames(all())) if (head !== null) names.push((head as Entry).name);
  return { names, remarks: remarks.all() };
}

test('links in place of folders of the panel are refused, and a folder that is a link is no empty part', async () => {
  const dataDir = await folder();
  const elsewhere = await folder();
  await mkdir(path.join(dataDir, 'keys'));
  await mkdir(path.join(dataDir, 'a name'));
  const remarks = createRemarks();
  assert.deepEqual(
    (await contentsOf(dataDir, remarks.on(''))).map((one) => one.folder),
    ['', 'keys'],
  );
  assert.match(remarks.all().join(), /^a name: .* left out$/);
  await symlink(elsewhere, path.join(dataDir, 'sites'));
  await assert.rejects(contentsOf(dataDir, remarks.on('')), /^BackupError: sites in .* is a link/);
  await assert.rejects(packed(path.join(dataDir, 'sites'), { hosted: false }), /ENOTDIR|ELOOP/);
  await rm(path.join(dataDir, 'sites'));
  await mkdir(path.join(dataDir, 'sites'));
  await symlink(elsewhere, path.join(dataDir, 'sites/site-1'));
  await assert.rejects(contentsOf(dataDir, remarks.on('')), /site-1 in .*sites is a link/);
});

test('what the file system of a mounted disk has of its own is left out; the same of a site is not', async () => {
  const dataDir = await folder();
  const made = ['lost+found', 'keys/lost+found', 'sites/lost+found', 'sites/site-1/lost+found'];
  for (const one of made) await mkdir(path.join(dataDir, one), { recursive: true });
  const remarks = createRemarks();
  const names: string[] = [];
  for (const { folder: of, ...how } of await contentsOf(dataDir, remarks.on('')))
    for (const name of (await packed(path.join(dataDir, of), how)).names) names.push(path.join(of, name));
  assert.deepEqual(
    names.filter((name) => name.includes('lost')),
    ['sites/site-1/lost+found'],
  );
  assert.deepEqual(remarks.all(), []);
});

test('remarks on one site neither hide those on another nor fill the memory', () => {
  const remarks = createRemarks();
  for (let n = 1; n <= 25; n++) remarks.on('sites/a')(`f${n}`, 'why');
  remarks.on('sites/b')('x', 'why');
  remarks.on('sites/c')('x', 'why');
  remarks.forget('sites/c');
  assert.deepEqual(remarks.all().slice(19), ['sites/a/f20: why', 'sites/a: 5 more', 'sites/b/x: why']);
});

test('a part has one allowance for holes, and one for waiting', async () => {
  const site = await folder();
  for (const name of ['a', 'b']) {
    await writeFile(path.join(site, name), '');
    await truncate(path.join(site, name), 2 * 2 ** 20);
    await writeFile(path.join(site, `${name}.db`), 'x');
    await writeFile(path.join(site, `${name}.db-journal`), 'x');
  }
  const allowance = { holes: 3 * 2 ** 20, waits: 1 };
  const { names, remarks } = await packed(site, { allowance });
  assert.deepEqual(names, ['', 'a', 'a.db', 'a.db-journal', 'b.db', 'b.db-journal']);
  assert.equal(allowance.waits, 0);
  assert.deepEqual(
    remarks.map((line) => line.slice(0, 14)),
    ['a.db: it was w', 'b: it is mostl', 'b.db: it was w'],
  );
});

test('files of a site that could not be restored are left out and named; so are those that are mostly holes', async () => {
  const site = await folder();
  await writeFile(path.join(site, 'page.html'), 'here');
  await mkdir(path.join(site, ...Array<string>(110).fill('d')), { recursive: true });
  await writeFile(path.join(site, 'holes'), '');
  await truncate(path.join(site, 'holes'), 2 ** 40);
  await writeFile(path.join(site, 'a\u001b[2Jb'), '');
  await truncate(path.join(site, 'a\u001b[2Jb'), 2 ** 40);
  const { names, remarks } = await packed(site);
  assert.ok(names.includes('page.html') && !names.includes('holes'));
  assert.equal(names.filter((name) => name.startsWith('d')).length, 100);
  assert.deepEqual(
    remarks.map((line) => line.replace(/^(?:d\/)+d/, 'd/…')),
    [
      'a?[2Jb: it is mostly holes, and is left out',
      'd/…: its path is too long, and it is left out',
      'holes: it is mostly holes, and is left out',
    ],
  );
});

test(
  'a file that may not be read is left out of a site, and ends the backup elsewhere',
  {
    skip: process.getuid?.() === 0 && 'root may read everything',
  },
  async () => {
    const site = await folder();
    await writeFile(path.join(site, 'closed'), 'x');
    await chmod(path.join(site, 'closed'), 0);
    assert.match((await packed(site)).remarks.join(), /^closed: it may not be read/);
    await assert.rejects(packed(site, { hosted: false }), /EACCES/);
  },
);

test('nothing beside a database of a site ends the backup, and no name is there twice', async () => {
  const site = await folder();
  await writeFile(path.join(site, 'folder.db'), 'x');
  await mkdir(path.join(site, 'folder.db-wal'));
  await writeFile(path.join(site, 'pipe.db'), 'x');
  spawnSync('mkfifo', [path.join(site, 'pipe.db-wal')]);
  await writeFile(path.join(site, 'log.db'), 'x');
  await writeFile(path.join(site, 'log.db-wal'), 'log');
  await writeFile(path.join(site, 'log.db-shm'), 'x');
  const { names, remarks } = await packed(site);
  assert.deepEqual(names, ['', 'folder.db', 'folder.db-wal', 'log.db', 'log.db-wal', 'pipe.db']);
  assert.deepEqual(remarks, []);
});

test('a database with a change that does not end is packed as it is, with its journal, and named', async () => {
  const site = await folder();
  await writeFile(path.join(site, 'busy.db'), 'x');
  await writeFile(path.join(site, 'busy.db-journal'), 'x');
  const { names, remarks } = await packed(site, { allowance: { holes: 0, waits: 1 } });
  assert.deepEqual(names, ['', 'busy.db', 'busy.db-journal']);
  assert.match(remarks.join(), /^busy\.db: it was written all the time/);
});

test('a database too large to be looked at twice comes with its log', async () => {
  const site = await folder();
  const file = await open(path.join(site, 'large.sqlite'), 'w');
  await file.truncate(65 * 2 ** 20);
  await file.close();
  await appendFile(path.join(site, 'large.sqlite-wal'), 'log');
  assert.deepEqual((await packed(site, { hosted: false })).names, ['', 'large.sqlite', 'large.sqlite-wal']);
});

test('an entry of a site that cannot be made does not end the restore', async () => {
  const [site, to] = [await folder(), await folder()];
  await writeFile(path.join(site, 'a'), 'first');
  await writeFile(path.join(site, 'b'), 'second');
  const twice = async function* () {
    yield* packFiles(site, { skip: (name) => name !== 'a' });
    yield* packFiles(site, { skip: (name) => name !== 'a', below: '.' });
    yield* packFiles(site, { skip: (name) => name !== 'b', below: '.' });
    yield endFrame();
  };
  const remarks = createRemarks();
  assert.equal(await unpackFiles(readFrames(twice()), path.join(to, 'site'), remarks.on('')), 3);
  assert.deepEqual(remarks.all(), ['a: it could not be restored (EEXIST)']);
  assert.equal(await readFile(path.join(to, 'site/b'), 'utf8'), 'second');
  assert.deepEqual(Object.keys(await filesOf(to)).toSorted(), ['site/a', 'site/b']);
  await assert.rejects(unpackFiles(readFrames(twice()), path.join(to, 'strict')), /EEXIST/);
});
