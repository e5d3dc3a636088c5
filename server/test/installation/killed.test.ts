import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { refuseHalfRestored } from '../../src/db/restore-marker.ts';
import { startPanel } from '../../src/panel.ts';
import {
  backUpTo,
  configOf,
  inDatabase,
  log,
  removeAll,
  restoreFrom,
  rowsOf,
  smallInstallation,
  temporaryFolder,
} from './installation-support.ts';

const SCRIPT = path.join(import.meta.dirname, 'restore-until-killed.ts');

async function killAt(dataDir: string, target: string, line: string): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, dataDir, target, line], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_TEST_CONTEXT: '' },
  });
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
  await writeFile(path.join(newer, 'sites/site-1/live/public/index.html'), 'newer');
  await backUpTo(target, configOf(newer));
  await smallInstallation(dataDir, 'pglite');
  const page = (): Promise<string> => readFile(path.join(dataDir, 'sites/site-1/live/public/index.html'), 'utf8');
  const old = await inDatabase(configOf(dataDir), rowsOf);

  for (const line of ['sites/site-1', 'Putting it in place']) {
    await killAt(dataDir, target, line);
    refuseHalfRestored(dataDir);
    assert.equal(await page(), '<h1>Bakery</h1>', line);
    assert.deepEqual(await inDatabase(configOf(dataDir), rowsOf), old, line);
  }

  await killAt(dataDir, target, 'In place: keys');
  const config = configOf(dataDir, { PORT: '0', SFTP_PORT: 'off', DNS_PORT: 'off', HTTPS_PORT: 'off' });
  await assert.rejects(startPanel(config, { log, web: false }), /restore .* is not finished. Run it again/);
  await assert.rejects(backUpTo(target, configOf(dataDir)), /restore .* is not finished/);
  const { kept } = await restoreFrom(target, configOf(dataDir));
  refuseHalfRestored(dataDir);
  assert.equal(await page(), 'newer');
  assert.deepEqual(await inDatabase(configOf(dataDir), rowsOf), await inDatabase(configOf(newer), rowsOf));

  // All of the old installation is in the one folder that the first attempt named.
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('before-restore-')),
    [kept],
  );
  const aside = path.join(dataDir, kept ?? '');
  assert.equal(await readFile(path.join(aside, 'sites/site-1/live/public/index.html'), 'utf8'), '<h1>Bakery</h1>');
  assert.deepEqual(await inDatabase(configOf(aside), rowsOf), old);
});
