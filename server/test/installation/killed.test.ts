import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { refuseHalfRestored } from '../../src/db/restore-marker.ts';
import { startPanel } from '../../src/panel.ts';
import {
  backUpTo,
  configOf,
  filesOf,
  inDatabase,
  log,
  removeAll,
  restoreFrom,
  smallInstallation,
  temporaryFolder,
} from './installation-support.ts';
import { QUICK_START } from '../quick-start.ts';

const SCRIPT = path.join(import.meta.dirname, 'restore-until-killed.ts');

async function killAt(dataDir: string, target: string, line: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...QUICK_START, SCRIPT, dataDir, target, line],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_TEST_CONTEXT: '' },
    },
  );
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`The restore ended before “${line}”.`))),
  ]);
  child.kill('SIGKILL');
  await ended;
}

test('killed in the middle of a restore: the old panel, or none until it is run again', async () => {
  const [dataDir, newer, target] = await Promise.all(['old', 'newer', 'target'].map(temporaryFolder));
  assert.ok(dataDir && newer && target);
  after(() => removeAll([dataDir, newer, target]));
  await smallInstallation(newer, 'pglite');
  await backUpTo(target, configOf(newer));
  // What is moved aside is not opened: files stand for the old installation.
  const page = 'sites/site-1/live/public/index.html';
  await mkdir(path.join(dataDir, path.dirname(page)), { recursive: true });
  await mkdir(path.join(dataDir, 'db'));
  await writeFile(path.join(dataDir, page), 'old');
  await writeFile(path.join(dataDir, 'db/PG_VERSION'), 'of the old database');
  const old = await filesOf(dataDir);
  const withoutWork = async (folder: string) =>
    Object.fromEntries(
      Object.entries(await filesOf(folder)).filter(([name]) => !/^(?:restore-work|panel\.lock)/.test(name)),
    );

  await killAt(dataDir, target, 'Database');
  refuseHalfRestored(dataDir);
  assert.deepEqual(await withoutWork(dataDir), old);

  await killAt(dataDir, target, 'In place: keys');
  const config = configOf(dataDir, { PORT: '0', SFTP_PORT: 'off', DNS_PORT: 'off', HTTPS_PORT: 'off' });
  await assert.rejects(startPanel(config, { log, web: false }), /restore .* is not finished. Run it again/);
  await assert.rejects(backUpTo(target, configOf(dataDir)), /restore .* is not finished/);
  const { kept } = await restoreFrom(target, configOf(dataDir));
  refuseHalfRestored(dataDir);
  assert.equal(await readFile(path.join(dataDir, page), 'utf8'), '<h1>Bakery</h1>');
  await inDatabase(configOf(dataDir), async (open) => {
    assert.equal((await open.query('select from partner')).rows.length, 1);
  });

  // All of the old installation is in the one folder that the first attempt named.
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('before-restore-')),
    [kept],
  );
  assert.deepEqual(await filesOf(path.join(dataDir, kept ?? '')), old);
});
