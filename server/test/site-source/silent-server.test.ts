import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createDial } from '../../src/hosting/egress/dial.ts';
import { createAddressPolicy } from '../../src/hosting/egress/public-address.ts';
import { createReach, isTransferPort } from '../../src/hosting/egress/relay.ts';
import { openRunFolder } from '../../src/hosting/process/run-folder.ts';
import { createFastDriver, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, tenant, type Tenant } from '../site/site-support.ts';
import {
  LOGIN,
  openRawServer,
  openSftpServer,
  openStallingFtpServer,
  sftpMissing,
  type TestFileServer,
} from './file-servers.ts';

/** What is seconds for a customer. */
const sourceIdleMs = 400;
const skip = sftpMissing ?? false;

let server: TestServer;
let own: Tenant;
let source: string;
const closing: (() => Promise<unknown>)[] = [];
before(async () => {
  source = await mkdtemp(path.join(tmpdir(), 'panel-silent-'));
  closing.push(() => rm(source, { recursive: true }));
  await mkdir(path.join(source, 'pages'));
  await writeFile(path.join(source, 'pages/index.html'), '<!doctype html>');
  await writeFile(path.join(source, 'pages/big.txt'), 'x'.repeat(3_000_000));
  server = await startTestServer({
    async hosting(dataDir) {
      const run = await openRunFolder(dataDir);
      closing.push(() => run.close());
      const policy = createAddressPolicy({ allow: ['127.0.0.0/8'] });
      const resolve = async () => ['127.0.0.1'];
      const dial = createDial({ policy, resolve, now: Date.now, isOpen: isTransferPort });
      return createFastDriver(dataDir, { reach: createReach(dial, run.folder), sourceIdleMs });
    },
  });
  closing.push(() => server.stop());
  own = await tenant(server);
});
after(async () => {
  for (const close of closing.toReversed()) await close();
});

const silent = () => openRawServer(() => undefined);

/** Copies from a server that stops sending, and returns what the customer reads. */
async function copied(name: string, one: TestFileServer, more: Record<string, unknown>): Promise<string> {
  closing.push(() => one.close());
  const reserved = await own.client.post('/site', { fqdn: own.fqdn(name), domain: own.partner.sitesDomain });
  const { site_id } = await ended(own.client, reserved.body['task_id']);
  const started = await own.client.post('/site/finalize', {
    ...{ site_id, type: 'ftp_migration', ftp_host: 'files.example', ftp_port: one.port, ftp_path: '/pages' },
    ...{ ftp_username: LOGIN.username, ftp_password: LOGIN.password },
    ...more,
  });
  assert.equal(started.status, 200, started.text);
  const task = await ended(own.client, started.body['task_id']);
  assert.equal(task.status, 'failed', JSON.stringify(task.log));
  return task.error?.message ?? '';
}

const LATE = /did not answer, or ended the connection/;

test('an FTP server that accepts the connection and says nothing ends the copy by itself', async () => {
  assert.match(await copied('ftp-connect', await silent(), {}), LATE);
});

test('an FTP server that stops in the middle of a file ends the copy by itself', async () => {
  assert.match(await copied('ftp-transfer', await openStallingFtpServer(source), {}), LATE);
});

test('an SFTP server that accepts the connection and says nothing ends the copy by itself', async () => {
  assert.match(await copied('sftp-connect', await silent(), { ftp_protocol: 'sftp' }), LATE);
});

test('an SFTP server that stops in the middle of a file ends the copy by itself', { skip }, async () => {
  const stalling = await openSftpServer(source, 0, 500_000);
  const where = {
    ...{ ftp_protocol: 'sftp', ftp_host_key: stalling.fingerprint },
    ftp_path: path.join(source, 'pages'),
  };
  assert.match(await copied('sftp-transfer', stalling, where), LATE);
});
