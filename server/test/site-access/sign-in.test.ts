import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSftpDirectory } from '../../src/modules/site-access/sftp-directory.ts';
import { insertAccess } from '../../src/modules/site-access/site-access.repo.ts';
import { passwordHash } from '../../src/modules/site-access/site-access.service.ts';
import type { SftpDirectory } from '../../src/sftp/sftp-directory.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { TestClock } from '../http/harness.ts';
import { tenant } from '../site/site-support.ts';

const HOUR_MS = 3_600_000;
const clock = new TestClock();
let server: TestServer;
let directory: SftpDirectory;
let siteId: string;

before(async () => {
  server = await startTestServer({ clock });
  directory = createSftpDirectory(server.app);
  const { partner, customer } = await tenant(server);
  siteId = (await server.scenario.site(partner, customer, { name: 'files' })).id;
});
after(() => server.stop());

async function access(userName: string): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + HOUR_MS);
  await insertAccess(server.db, {
    workloadId: siteId,
    userName,
    passwordHash: passwordHash('right'),
    createdAt: now,
    expiresAt,
  });
}

test('after ten wrong passwords an address is refused for that user name, even with the right one', async () => {
  await access('guessed');
  for (let tries = 0; tries < 10; tries += 1)
    assert.equal(await directory.signIn('guessed', `wrong ${tries}`, '192.0.2.1'), null);
  assert.equal(await directory.signIn('guessed', 'right', '192.0.2.1'), null);
  assert.equal((await directory.signIn('guessed', 'right', '192.0.2.2'))?.siteId, siteId);
  await access('other');
  assert.equal((await directory.signIn('other', 'right', '192.0.2.1'))?.siteId, siteId);
});

test('a thousand wrong passwords, each for another user name, shut out their address and nobody else', async () => {
  await access('found');
  for (let tries = 0; tries < 1000; tries += 1)
    assert.equal(await directory.signIn(`name-${tries}`, 'wrong', '2001:db8::1'), null);
  assert.equal(await directory.signIn('found', 'right', '2001:db8::2'), null, 'the same /64');
  assert.equal((await directory.signIn('found', 'right', '192.0.2.9'))?.siteId, siteId);
  clock.offsetMs += 15 * 60_000 + 1;
  assert.equal((await directory.signIn('found', 'right', '2001:db8::1'))?.siteId, siteId);
});

test('signing in with the right password many times is no guessing', async () => {
  await access('often');
  for (let times = 0; times < 20; times += 1) assert.ok(await directory.signIn('often', 'right', '192.0.2.20'));
});

test('an access that has expired has no password', async () => {
  await access('late');
  clock.offsetMs += HOUR_MS + 1;
  assert.equal(await directory.signIn('late', 'right', '192.0.2.30'), null);
});
