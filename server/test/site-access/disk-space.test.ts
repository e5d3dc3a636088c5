import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { limitsOfPlan } from '@panel/contract';
import type { DiskSpace } from '../../src/hosting/index.ts';
import { createLog } from '../../src/process/log.ts';
import { createSpaceFilter, statvfsFields } from '../../src/sftp/disk-space.ts';
import { startSftpServer, type SftpServer } from '../../src/sftp/sftp-server.ts';
import { openHost, progress, siteSpec, type Host } from '../hosting/hosting-support.ts';
import { sftpMissing } from '../site-source/file-servers.ts';

const SFTP = '/usr/bin/sftp';
const missing = existsSync(SFTP) ? sftpMissing : 'needs the package openssh-client';
const MB = 1024 ** 2;
const plan = limitsOfPlan('FREE').site;
const run = promisify(execFile);

describe('the disk space that an SFTP client sees', { skip: missing ?? false }, () => {
  const spec = siteSpec('space', { kind: 'static', files: { 'index.html': '<h1>Space</h1>' } });
  let host: Host;
  let server: SftpServer;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'panel-sftp-'));
    await writeFile(path.join(folder, 'ask'), '#!/bin/sh\necho right\n', { mode: 0o700 });
    host = await openHost('wasm', {}, {}, async () => plan);
    await host.driver.create(spec, progress());
    server = await startSftpServer({
      ...{ hosts: ['127.0.0.1'], port: 0, dataDir: host.config.dataDir, files: host.driver.files },
      directory: {
        signIn: async () => ({ accessId: 'one', siteId: spec.siteId, expiresAt: Infinity }),
        isReady: async () => true,
        began: async () => '1',
        renew: async (ids) => new Set(ids),
        ended: async () => undefined,
      },
      log: createLog('silent'),
      now: Date.now,
    });
  });
  after(async () => {
    await server?.close();
    await host?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What OpenSSH's client prints for some commands. */
  const sftp = async (...commands: string[]): Promise<string> => {
    const batch = path.join(folder, 'batch');
    await writeFile(batch, commands.join('\n'));
    const options = ['BatchMode=no', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
    const { stdout, stderr } = await run(
      SFTP,
      [...options.map((option) => `-o${option}`), '-P', String(server.port), '-b', batch, 'one@127.0.0.1'],
      {
        env: { PATH: '/usr/bin:/bin', SSH_ASKPASS: path.join(folder, 'ask'), SSH_ASKPASS_REQUIRE: 'force' },
        timeout: 60_000,
      },
    );
    return stdout + stderr;
  };
  /** The last line of a table: size, used, available, for root, capacity. */
  const row = (output: string) => (output.trim().split('\n').at(-1) ?? '').trim().split(/\s+/);

  test('df prints the size of the plan and what the site takes; the rest of the protocol is as before', async () => {
    const file = path.join(folder, 'large.bin');
    await writeFile(file, Buffer.alloc(20 * MB, 'x'));
    // Measured by the first df, after the upload.
    const output = await sftp(`put ${file} large.bin`, 'ls -1', 'df', `get large.bin ${file}.back`);
    assert.match(output, /index\.html/);
    const table = output.split('\n').findIndex((line) => /Size\s+Used\s+Avail/.test(line));
    const [size, used, available, , capacity] = row(
      output
        .split('\n')
        .slice(0, table + 2)
        .join('\n'),
    );
    assert.equal(Number(size), plan.diskMb * 1024);
    assert.ok(Number(used) >= 20 * 1024 && Number(used) < 21 * 1024, output);
    assert.equal(Number(available), Number(size) - Number(used));
    assert.equal(capacity, `${Math.floor((100 * Number(used)) / Number(size))}%`);
    const inodes = row(await sftp('df -i'));
    assert.equal(Number(inodes[0]), plan.maxFiles);
    assert.ok(Number(inodes[1]) >= 2 && Number(inodes[1]) < 20, inodes.join(' '));
    await run('cmp', [file, `${file}.back`]);
  });

  test('a path that is not there is refused', async () => {
    assert.match(await sftp('df /site'), /Capacity/);
    // The client prints no reason.
    await assert.rejects(sftp('df /nothing'), { code: 1 });
  });
});

const taken = (bytes: number, files: number, complete = true): DiskSpace => ({
  ...{ used: { bytes, files, complete }, bytes: 100 * MB, files: 1000 },
});

test('the fields are those of OpenSSH, and never below zero', () => {
  assert.deepEqual(statvfsFields(taken(MB + 1, 10)).map(Number), [
    ...[4096, 4096, 25_600, 25_343, 25_343],
    ...[1000, 990, 990, 0, 2, 255],
  ]);
  for (const full of [taken(200 * MB, 5000), taken(1, 1, false)]) {
    const [, , blocks, free, available, , freeFiles] = statvfsFields(full).map(Number);
    assert.deepEqual([blocks, free, available, freeFiles], [25_600, 0, 0, 0]);
  }
});

const collect = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray());
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const named = (name: string): string => Buffer.from(name).toString('hex');

test('packets pass byte by byte or at once; the request becomes a look-up, and its answer the eleven numbers', async () => {
  const name = `00000014 ${named('fstatvfs@openssh.com')}`;
  const handle = '00000004 00000000';
  const read = '00000019 05 00000007 00000004 00000000 0000000000000000 00008000';
  const other = `00000013 c8 00000008 0000000a ${named('limits@xyz')}`;
  const sent = bytes(`00000005 01 00000003 ${read} 00000025 c8 00000009 ${name} ${handle} ${other} 0000`);
  const data = `00000409 67 00000007 00000400 ${'ab'.repeat(1024)}`;
  const attrs = (id: string) => `00000009 69 ${id} 00000000`;
  const answered = bytes(`00000005 02 00000003 ${data} ${attrs('00000009')} ${attrs('00000009')}`);
  for (const step of [1, 3, 7, 100_000]) {
    const parts = (whole: Buffer) =>
      Readable.from(
        Array.from({ length: Math.ceil(whole.length / step) }, (_, at) => whole.subarray(at * step, at * step + step)),
      );
    const filter = createSpaceFilter(async () => taken(MB, 10), assert.ifError);
    assert.deepEqual(
      await collect(parts(sent).pipe(filter.requests)),
      bytes(`00000005 01 00000003 ${read} 0000000d 08 00000009 ${handle} ${other} 0000`),
    );
    const numbers = statvfsFields(taken(MB, 10)).map((value) => value.toString(16).padStart(16, '0'));
    const extensions = ['statvfs@openssh.com', 'fstatvfs@openssh.com'].map(
      (one) => `${one.length.toString(16).padStart(8, '0')} ${named(one)} 00000001 32`,
    );
    assert.deepEqual(
      await collect(parts(answered).pipe(filter.answers)),
      bytes(
        `0000003e 02 00000003 ${extensions.join('')} ${data} 0000005d c9 00000009 ${numbers.join('')} ${attrs('00000009')}`,
      ),
    );
  }
});

test('a size that cannot be measured is a failure of that request only', async () => {
  const failures: unknown[] = [];
  const filter = createSpaceFilter(
    () => Promise.reject(new Error('away')),
    (error) => failures.push(error),
  );
  filter.requests.end(bytes(`00000021 c8 00000001 00000013 ${named('statvfs@openssh.com')} 00000001 2f`));
  assert.deepEqual(await collect(filter.requests), bytes('0000000a 11 00000001 00000001 2f'));
  filter.answers.end(bytes('00000009 69 00000001 00000000'));
  const answer = await collect(filter.answers);
  assert.deepEqual([answer[4], answer.readUInt32BE(5), answer.readUInt32BE(9)], [101, 1, 4]);
  assert.equal(failures.length, 1);
});
