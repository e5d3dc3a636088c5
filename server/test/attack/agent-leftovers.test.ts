import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { recover, removeFolder, siteFolder, sweep, type SiteFolder } from '../../src/hosting/local/site-folder.ts';
import { withPartialFile, withTemporaryDatabase } from '../../src/hosting/local/temporary-files.ts';

const made: string[] = [];
after(() => made.forEach((folder) => execFileSync('rm', ['-rf', folder])));

/** The id of a process that has ended. */
const ended = spawnSync(process.execPath, ['--version']).pid;

let dataDir: string;
let folder: SiteFolder;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'panel-leftovers-'));
  made.push(dataDir);
  folder = siteFolder(dataDir, 'site');
  await mkdir(path.join(folder.live, 'data'), { recursive: true });
  await writeFile(path.join(dataDir, 'precious'), 'kept');
});

/** Leaves what a killed process would: the file and the record that names it. */
async function leave(
  name: string,
  file: string,
  plant: () => Promise<void> = () => writeFile(file, 'half'),
): Promise<void> {
  await writeFile(path.join(folder.root, `temporary-${ended}-${name}`), JSON.stringify({ file }));
  await plant();
}

test('databases and archives of killed operations are removed at the next start', async () => {
  const data = path.join(folder.live, 'data');
  for (const kind of ['installing', 'renaming', 'copy', 'archive'])
    await leave(kind, path.join(data, `${kind}-aa.sqlite`));
  await writeFile(path.join(data, 'renaming-aa.sqlite-journal'), 'half');
  await leave('backup', path.join(dataDir, 'backup.tgz.aa'));
  await sweep(dataDir);
  assert.deepEqual(
    [await readdir(data), await readdir(folder.root), existsSync(path.join(dataDir, 'backup.tgz.aa'))],
    [[], ['live'], false],
  );
});

test('links and folders that hosted code put in their place are not followed', async () => {
  const data = path.join(folder.live, 'data');
  await leave('link', path.join(data, 'copy-aa.sqlite'), () =>
    symlink(path.join(dataDir, 'precious'), path.join(data, 'copy-aa.sqlite')),
  );
  await leave('folder', path.join(data, 'copy-bb.sqlite'), () => mkdir(path.join(data, 'copy-bb.sqlite')));
  await recover(folder);
  assert.deepEqual(await readdir(data), ['copy-bb.sqlite']);
  await rm(data, { recursive: true });
  await leave('way', path.join(data, 'precious'), () => symlink(dataDir, data));
  await recover(folder);
  assert.equal(await readFile(path.join(dataDir, 'precious'), 'utf8'), 'kept');
  assert.deepEqual(await readdir(folder.root), ['live']);
});

test('a running operation keeps its files, and removes them when it fails', async () => {
  await assert.rejects(
    withTemporaryDatabase(folder, 'renaming', '.sqlite', async (name) => {
      await writeFile(path.join(folder.live, 'data', name), 'busy');
      await recover(folder);
      assert.deepEqual(await readdir(path.join(folder.live, 'data')), [name]);
      throw new Error('stopped');
    }),
    /stopped/,
  );
  await withPartialFile(folder, path.join(dataDir, 'backup.tgz'), async (partial) => {
    await writeFile(partial, 'half');
    const records = await readdir(folder.root);
    await recover(folder);
    assert.deepEqual(await readdir(folder.root), records);
  });
  assert.deepEqual(
    [await readdir(path.join(folder.live, 'data')), await readdir(folder.root), (await readdir(dataDir)).sort()],
    [[], ['live'], ['precious', 'sites']],
  );
});

test('deleting a site of links and overlong paths removes the site and nothing else', async () => {
  const { live, root } = folder;
  await symlink(dataDir, path.join(live, 'everything'));
  await symlink('/', path.join(live, 'data', 'root'));
  execFileSync(
    process.execPath,
    ['-e', "for (let i = 0; i < 400; i += 1) { fs.mkdirSync('d'.repeat(20)); process.chdir('d'.repeat(20)); }"],
    { cwd: live },
  );
  await removeFolder(folder);
  assert.deepEqual(
    [
      existsSync(root),
      await readdir(path.join(dataDir, 'sites')),
      await readFile(path.join(dataDir, 'precious'), 'utf8'),
    ],
    [false, [], 'kept'],
  );
});
