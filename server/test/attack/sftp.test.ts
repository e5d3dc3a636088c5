import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect as openSocket, type Socket } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { createLog } from '../../src/process/log.ts';
import { startSftpServer, type SftpServer } from '../../src/sftp/sftp-server.ts';
import type { SftpDirectory } from '../../src/sftp/sftp-directory.ts';
import { openHost, progress, siteSpec, until, type Host } from '../hosting/hosting-support.ts';
import { connect, openSftp, promised, refusal } from '../site-access/sftp-support.ts';

const MB = 1024 ** 2;
const PASSWORD = 'right';
const plan = { ...limitsOfPlan('FREE').site, fileSizeMb: 4 };

/** Sites of php-wasm belong to the panel's own user, so these tests also cover what root's file server may do. */
describe('hostile SFTP clients', () => {
  let host: Host;
  let server: SftpServer;
  let signIns = 0;
  const spec = siteSpec('files', { kind: 'static', files: { 'index.html': '<h1>Files</h1>' } });
  const records = new Map<string, 'open' | 'ended'>();
  const directory: SftpDirectory = {
    async signIn(userName, password) {
      signIns += 1;
      const access = { accessId: userName, siteId: spec.siteId, expiresAt: Infinity };
      return password === PASSWORD ? access : null;
    },
    isReady: async () => true,
    space: async () => ({ totalBytes: 0, usedBytes: 0 }),
    began: async (_access, _address) => {
      const id = String(records.size);
      records.set(id, 'open');
      return id;
    },
    renew: async (ids) => new Set(ids),
    ended: async (id) => void records.set(id, 'ended'),
  };
  const target = (username: string, password = PASSWORD) => ({ port: server.port, username, password });
  const rootOf = () => path.join(host.config.dataDir, 'sites', spec.siteId, 'live/public');

  before(async () => {
    host = await openHost('wasm', {}, {}, async () => plan);
    await host.driver.create(spec, progress());
    server = await startSftpServer({
      ...{ hosts: ['127.0.0.1'], port: 0, dataDir: host.config.dataDir, files: host.driver.files, directory },
      log: createLog('silent'),
      now: Date.now,
      limits: { signInMs: 1_000, waitingOfOneAddress: 3, ofOneAccess: 2 },
    });
  });
  after(async () => {
    await server.close();
    await host.close();
  });

  test('three wrong passwords end a connection', async () => {
    signIns = 0;
    await assert.rejects(
      connect({
        ...target('guess', 'wrong'),
        authHandler: () => ({ type: 'password', username: 'guess', password: 'wrong' }),
      }),
    );
    assert.equal(signIns, 3);
  });

  test('connections that do not sign in take three slots of their address, and lose them after a second', async () => {
    const silent = await Promise.all([1, 2, 3].map(() => greeted(server.port)));
    const fourth = openSocket(server.port, '127.0.0.1').on('error', () => undefined);
    await closed(fourth.resume());
    assert.equal(fourth.bytesRead, 0, 'the fourth one is closed without an answer');
    await Promise.all(silent.map(closed));
    (await connect(target('patient'))).client.end();
  });

  test('nobody without a password makes the server inflate packets or compute with large groups', async () => {
    for (const algorithms of [
      { compress: ['zlib' as const] },
      { compress: ['zlib@openssh.com' as const] },
      { kex: ['diffie-hellman-group18-sha512' as const] },
      { kex: ['diffie-hellman-group14-sha256' as const] },
    ])
      await assert.rejects(connect({ ...target('costly'), algorithms }), /no matching/, JSON.stringify(algorithms));
    (await connect({ ...target('usual'), algorithms: { kex: ['curve25519-sha256'] } })).client.end();
  });

  test('what is no SSH is closed', async () => {
    for (const bytes of [
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      `SSH-2.0-x\r\n${'\xff'.repeat(100_000)}`,
      '\0'.repeat(300_000),
    ]) {
      const socket = openSocket(server.port, '127.0.0.1').on('error', () => undefined);
      socket.write(bytes, 'latin1');
      await closed(socket.resume());
    }
    (await connect(target('after'))).client.end();
  });

  test('an access has a limited number of connections, and a connection of file servers', async () => {
    const first = await openSftp(target('busy'));
    const second = await openSftp(target('busy'));
    await assert.rejects(connect(target('busy')));
    const more = await Promise.all([1, 2, 3].map(() => promised((done) => first.client.sftp(done))));
    assert.equal(more.length, 3);
    await assert.rejects(
      promised((done) => first.client.sftp(done)),
      /open failure/,
    );
    for (const { client } of [first, second]) client.end();
    await until('both ends are recorded', async () => [...records.values()].every((state) => state === 'ended'));
    (await openSftp(target('busy'))).client.end();
  });

  test('a file that is larger than the plan allows is not written', async () => {
    const { sftp, client, write } = await openSftp(target('large'));
    const file = await promised<Buffer>((done) => sftp.open('/site/large.bin', 'w', done));
    const chunk = Buffer.alloc(MB);
    const writes = Array.from({ length: 6 }, (_, index) =>
      promised<void>((done) => sftp.write(file, chunk, 0, chunk.length, index * MB, done)),
    );
    const outcomes = await Promise.allSettled(writes);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      [...Array<string>(4).fill('fulfilled'), 'rejected', 'rejected'],
    );
    assert.equal((await stat(path.join(rootOf(), 'large.bin'))).size, 4 * MB);
    await write('/site/small.txt', 'the connection still works');
    client.end();
  });

  test('a client that does not read is served no more than what the server holds for it', async () => {
    await writeFile(path.join(rootOf(), 'big.bin'), Buffer.alloc(64 * MB));
    const { client, sftp } = await openSftp(target('slow'));
    const file = await promised<Buffer>((done) => sftp.open('/site/big.bin', 'r', done));
    const before = process.memoryUsage().arrayBuffers;
    let received = 0;
    const socket = (client as unknown as { _sock: Socket })._sock;
    socket.pause();
    const part = 256 * 1024;
    const reads = Array.from({ length: 256 }, (_, index) =>
      promised<number>((done) => sftp.read(file, Buffer.alloc(1), 0, 1, index * part, done)).then(
        () => (received += 1),
      ),
    );
    await host.driver.stop(spec.siteId);
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * MB);
    assert.ok(received < 256);
    socket.resume();
    client.end();
    await Promise.allSettled(reads);
  });

  test('files of a site that the panel owns stay inside of it, too', async () => {
    const { read, write, sftp, client } = await openSftp(target('owner'));
    await write('/site/new.html', '<h1>New</h1>');
    assert.equal(await readFile(path.join(rootOf(), 'new.html'), 'utf8'), '<h1>New</h1>');
    for (const file of ['/etc/shadow', '/proc/1/environ', '../../../../etc/hostname'])
      assert.equal(await refusal(read(file)), 'NO_SUCH_FILE', file);
    assert.equal(
      await refusal(promised((done) => sftp.chown('/site/new.html', 12_345, 12_345, done))),
      'PERMISSION_DENIED',
    );
    assert.equal(await refusal(promised((done) => sftp.symlink('/etc', '/site/etc', done))), 'PERMISSION_DENIED');
    await assert.rejects(promised((done) => sftp.ext_openssh_hardlink('/site/new.html', '/site/two', done)));
    client.end();
  });
});

/** A socket that has got the server's greeting. */
async function greeted(port: number): Promise<Socket> {
  const socket = openSocket(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'data');
  socket.resume();
  return socket;
}

/** Resolves when a socket has closed, for whatever reason. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
