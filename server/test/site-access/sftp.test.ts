import { limitsOfPlan, type FtpAccess, type FtpStarted } from '@panel/contract';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { idempotencyKey } from '../../src/db/schema.ts';
import { until } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { TestClock } from '../http/harness.ts';
import { openWordPress, type WordPress } from '../site-tool/site-tool-support.ts';
import { connect, openSftp, promised, refusal, targetOf } from './sftp-support.ts';

const missing = await nativePhpMissing();

describe('SFTP access to a WordPress', { skip: missing ?? false }, () => {
  const clock = new TestClock();
  let wordpress: WordPress;
  before(async () => void (wordpress = await openWordPress({ env: { SFTP_PORT: '0' }, clock })));
  after(() => wordpress.server.stop());

  const show = async () => (await wordpress.own.client.get<FtpAccess>(`/site/${wordpress.site.site_id}/ftp`)).body;
  const start = async (period = 1): Promise<FtpStarted> => {
    const answer = await wordpress.own.client.post<FtpStarted>('/site/ftp', {
      site_id: wordpress.site.site_id,
      period,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  test('nothing is open until somebody opens it', async () => {
    const { server, access, connections } = await show();
    assert.match(server?.fingerprint ?? '', /^SHA256:[\w+/]{43}$/);
    assert.equal(access, null);
    assert.deepEqual(connections, []);
  });

  test('a client reads, writes and deletes the files of the site, and WordPress serves them', async () => {
    const opened = await start();
    const { sftp, read, write, names, client } = await openSftp(targetOf(opened));
    assert.equal(await promised<string>((done) => sftp.realpath('.', done)), '/site');
    assert.ok((await names('/site')).includes('wp-content'));
    assert.match(await read('/site/wp-includes/version.php'), /\$wp_version = /);
    await write('/site/wp-content/uploads-by-sftp.txt', 'from a client');
    assert.equal(
      await wordpress.wp('eval', 'echo file_get_contents(WP_CONTENT_DIR . "/uploads-by-sftp.txt");'),
      'from a client',
    );
    await wordpress.wp('eval', 'file_put_contents(WP_CONTENT_DIR . "/uploads-by-sftp.txt", "from PHP");');
    assert.equal(await read('/site/wp-content/uploads-by-sftp.txt'), 'from PHP');
    await promised<void>((done) => sftp.unlink('/site/wp-content/uploads-by-sftp.txt', done));
    assert.equal(
      await wordpress.wp('eval', 'var_dump(file_exists(WP_CONTENT_DIR . "/uploads-by-sftp.txt"));'),
      'bool(false)',
    );
    client.end();
    const ended = await until('the end is recorded', async () =>
      (await show()).connections.find((one) => one.ended_at),
    );
    assert.equal(ended.address, '127.0.0.1');
  });

  test('a client is told the space of the plan, not of the machine, and files pass beside it', async () => {
    const opened = await start();
    const { sftp, read, write, client } = await openSftp(targetOf(opened));
    const text = 'x'.repeat(3_000_000);
    const space = () => promised<Record<string, number>>((done) => sftp.ext_openssh_statvfs('/site', done as never));
    const [, ...answers] = await Promise.all([write('/site/wp-content/large.txt', text), space(), space()]);
    assert.equal((await read('/site/wp-content/large.txt')).length, text.length);
    for (const { f_bsize = 0, f_blocks = 0, f_bavail = 0 } of [...answers, await space()]) {
      assert.equal(f_bsize * f_blocks, limitsOfPlan('FREE').site.diskMb * 1_048_576);
      assert.ok(f_bavail > 0 && f_bavail <= f_blocks, String(f_bavail));
    }
    await promised<void>((done) => sftp.unlink('/site/wp-content/large.txt', done));
    client.end();
  });

  test('`df` of OpenSSH’s client prints it', { skip: existsSync('/usr/bin/sftp') ? false : 'needs sftp' }, async () => {
    const opened = await start();
    const { port, username, password } = targetOf(opened);
    const ask = path.join(wordpress.server.dataDir, 'ask.sh');
    await writeFile(ask, `#!/bin/sh\necho ${password}\n`, { mode: 0o700 });
    const options = [
      'StrictHostKeyChecking=no',
      'UserKnownHostsFile=/dev/null',
      'NumberOfPasswordPrompts=1',
      'BatchMode=no',
    ];
    const child = spawn(
      'sftp',
      [...options.flatMap((option) => ['-o', option]), '-P', String(port), '-b', '-', `${username}@127.0.0.1`],
      { env: { ...process.env, SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' } },
    );
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += String(part)));
    child.stdin.end('df /site\n');
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0, printed);
    assert.match(printed, new RegExp(`\\b${limitsOfPlan('FREE').site.diskMb * 1024}\\b`));
  });

  test('the shared WordPress, the database and the rest of the machine are out of reach', async () => {
    const { sftp, read, write, names, client } = await openSftp(targetOf(await start()));
    assert.equal(await refusal(write('/site/wp-includes/version.php', 'x')), 'FAILURE');
    for (const file of [
      '/etc/shadow',
      '/site/../../etc/shadow',
      '/proc/self/environ',
      '../data/wordpress.sqlite',
      '../wp-config.php',
    ])
      assert.equal(await refusal(read(file)), 'NO_SUCH_FILE', file);
    assert.equal(await read('/etc/passwd'), await read('/site/../etc/passwd'));
    assert.equal((await read('/etc/passwd')).split('\n').length, 2, 'one user and no others');
    assert.deepEqual(
      (await names('/')).filter((name) => !name.startsWith('lib')),
      ['bin', 'dev', 'etc', 'site', 'usr'],
    );
    assert.equal(await refusal(write('/file', 'x')), 'FAILURE');
    assert.equal(await refusal(write('/dev/shm/file', 'x')), 'FAILURE');
    // A link that the site's own code has made leads nowhere.
    await wordpress.wp(
      'eval',
      'symlink("/site/live/wp-config.php", WP_CONTENT_DIR . "/link"); symlink("/etc/shadow", WP_CONTENT_DIR . "/shadow");',
    );
    for (const name of ['link', 'shadow'])
      assert.equal(await refusal(read(`/site/wp-content/${name}`)), 'NO_SUCH_FILE');
    await wordpress.wp('eval', 'unlink(WP_CONTENT_DIR . "/link"); unlink(WP_CONTENT_DIR . "/shadow");');
    assert.equal(
      await refusal(promised((done) => sftp.symlink('/etc/passwd', '/site/wp-content/new', done))),
      'PERMISSION_DENIED',
    );
    client.end();
  });

  test('shells, commands and forwarding are refused', async () => {
    const { client } = await connect(targetOf(await start()));
    await assert.rejects(promised((done) => client.shell(done)));
    await assert.rejects(promised((done) => client.exec('id', done)));
    await assert.rejects(promised((done) => client.exec('id', { env: { A: 'b' }, pty: true }, done)));
    await assert.rejects(promised((done) => client.subsys('netconf', done)));
    await assert.rejects(promised((done) => client.forwardIn('127.0.0.1', 0, done)));
    await assert.rejects(
      promised((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', wordpress.server.port, done)),
    );
    await assert.rejects(promised((done) => client.openssh_forwardOutStreamLocal('/run/x', done)));
    client.end();
  });

  test('a second access replaces the first one, and cuts its connections', async () => {
    const first = await start();
    const open = await openSftp(targetOf(first));
    const second = await start(2);
    await open.closed;
    await assert.rejects(connect(targetOf(first)), /authentication methods failed/);
    (await openSftp(targetOf(second))).client.end();
    const hours = Date.parse(second.access?.expires_at ?? '') - Date.parse(second.access?.created_at ?? '');
    assert.equal(hours, 2 * 3_600_000);
  });

  test('an access ends when its owner ends it', async () => {
    const opened = await start();
    const open = await openSftp(targetOf(opened));
    const answer = await wordpress.own.client.delete<FtpAccess>(`/site/${wordpress.site.site_id}/ftp`);
    assert.equal(answer.body.access, null);
    await open.closed;
    await assert.rejects(connect(targetOf(opened)), /authentication methods failed/);
  });

  test('an access ends after its period', async () => {
    const opened = await start();
    const open = await openSftp(targetOf(opened));
    clock.offsetMs += 3_600_001;
    await open.closed;
    await assert.rejects(connect(targetOf(opened)), /authentication methods failed/);
    assert.equal((await show()).access, null);
  });

  test('a change of the whole site ends its connections first', async () => {
    const opened = await start();
    const open = await openSftp(targetOf(opened));
    await wordpress.server.app.hosting.stop(wordpress.site.site_id);
    await open.left;
    open.client.end();
  });

  test('neither the password nor the address of a login is stored for repetitions of the request', async () => {
    const { own, site, server } = wordpress;
    const input = { site_id: site.site_id, period: 1 };
    const opened = await own.client.post('/site/ftp', input, { 'idempotency-key': 'sftp-once' });
    assert.equal(opened.status, 200, opened.text);
    const login = await own.client.post(`/site/${site.site_id}/login`, {}, { 'idempotency-key': 'login-once' });
    assert.equal(login.status, 200, login.text);
    const keys = (await server.db.select().from(idempotencyKey)).map(({ key }) => key);
    assert.deepEqual(
      keys.filter((key) => key.endsWith('-once')),
      [],
    );
  });

  test('periods of less than an hour and more than a week are refused', async () => {
    for (const period of [0, 169, 1.5, '4']) {
      const answer = await wordpress.own.client.post('/site/ftp', { site_id: wordpress.site.site_id, period });
      assert.equal(answer.status, 422, String(period));
    }
    const foreign = { site_id: wordpress.site.site_id, period: 1, partner_domain: 'another.test' };
    assert.equal((await wordpress.own.client.post('/site/ftp', foreign)).status, 403);
  });
});
