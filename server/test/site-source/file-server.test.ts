import type { Site, SiteSource, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { task as taskTable } from '../../src/db/schema.ts';
import { createDial } from '../../src/hosting/egress/dial.ts';
import { createAddressPolicy } from '../../src/hosting/egress/public-address.ts';
import { createReach, isTransferPort } from '../../src/hosting/egress/relay.ts';
import { openRunFolder } from '../../src/hosting/process/run-folder.ts';
import { createFastDriver, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, tenant, visit, type Tenant } from '../site/site-support.ts';
import {
  LOGIN,
  openFtpServer,
  openFtpsServer,
  openPureFtpd,
  openRawServer,
  openSftpServer,
  openVsftpd,
  pureFtpdMissing,
  sftpMissing,
  vsftpdMissing,
  type TrustedServer,
} from './file-servers.ts';

const PAGE = '<!doctype html><h1>Moved here</h1>';
const BIG = 'x'.repeat(3_000_000);

/** Answers of the name server, in order; the last one stays. */
const names: Record<string, string[][]> = {
  'files.example': [['127.0.0.1']],
  'private.example': [['10.1.2.3']],
  'mixed.example': [['127.0.0.1', '169.254.169.254']],
  'changing.example': [['127.0.0.1'], ['10.1.2.3']],
};
const resolve = async (name: string): Promise<string[]> => {
  const answers = names[name] ?? [[]];
  return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
};

const skip = sftpMissing ?? false;

for (const sandbox of ['auto', 'off'] as const)
  describe(`a site from a file server, sandbox ${sandbox}`, () => {
    let server: TestServer;
    let own: Tenant;
    let source: string;
    const closing: (() => Promise<unknown>)[] = [];
    before(async () => {
      source = await mkdtemp(path.join(tmpdir(), 'panel-source-'));
      closing.push(() => rm(source, { recursive: true }));
      const files = {
        'public_html/index.html': PAGE,
        'public_html/images/a picture.svg': '<svg/>',
        'public_html/big.txt': BIG,
        'public_html/empty.txt': '',
        'public_html/wp-config.php': '<?php',
        'public_html/.htpasswd': 'secret',
        'php/index.php': '<?php',
      };
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(source, name)), { recursive: true });
        await writeFile(path.join(source, name), text);
      }
      await symlink('/nowhere/at-all', path.join(source, 'public_html/link.txt'));
      server = await startTestServer({
        async hosting(dataDir) {
          const run = await openRunFolder(dataDir);
          closing.push(() => run.close());
          const policy = createAddressPolicy({ allow: ['127.0.0.0/8'] });
          const dial = createDial({ policy, resolve, now: Date.now, isOpen: isTransferPort });
          return createFastDriver(dataDir, { sandbox, reach: createReach(dial, run.folder) });
        },
      });
      closing.push(() => server.stop());
      own = await tenant(server);
    });
    after(async () => {
      for (const close of closing.toReversed()) await close();
    });

    const initiated = async (name: string): Promise<string> => {
      const started = await own.client.post('/site', { fqdn: own.fqdn(name), domain: own.partner.sitesDomain });
      return (await ended(own.client, started.body['task_id'])).site_id ?? assert.fail(started.text);
    };
    const finalize = (site_id: string, more: Record<string, unknown>) =>
      own.client.post('/site/finalize', {
        ...{ site_id, type: 'ftp_migration', ftp_host: 'files.example', ftp_path: '/public_html' },
        ...{ ftp_username: LOGIN.username, ftp_password: LOGIN.password },
        ...more,
      });
    const copied = async (name: string, more: Record<string, unknown>): Promise<Task> => {
      const started = await finalize(await initiated(name), more);
      assert.equal(started.status, 200, started.text);
      return ended(own.client, started.body['task_id']);
    };
    /** One site whose publication fails again and again. */
    let unfinished: Promise<string> | undefined;
    const failing = (): Promise<string> => (unfinished ??= initiated('failing'));
    const failed = async (more: Record<string, unknown>): Promise<string> => {
      const started = await finalize(await failing(), more);
      assert.equal(started.status, 200, started.text);
      const task = await ended(own.client, started.body['task_id']);
      assert.equal(task.status, 'failed', JSON.stringify(more));
      return `${task.error?.message} ${JSON.stringify(task.log)}`;
    };
    const open = async <T extends { close(): Promise<void> }>(opened: Promise<T>): Promise<T> => {
      const one = await opened;
      closing.push(() => one.close());
      return one;
    };
    const get = async (name: string, file: string) => visit(server, own.fqdn(name), file);

    const isWhole = async (name: string, task: Task) => {
      assert.equal(task.status, 'succeeded', JSON.stringify([task.error, task.log]));
      assert.equal((await get(name, '/')).text, PAGE);
      assert.equal((await get(name, '/images/a%20picture.svg')).text, '<svg/>');
      assert.equal((await get(name, '/big.txt')).text.length, BIG.length);
      assert.deepEqual([(await get(name, '/link.txt')).status, (await get(name, '/wp-config.php')).status], [404, 404]);
      const live = path.join(server.dataDir, 'sites', task.site_id ?? '', 'live');
      assert.deepEqual((await readdir(live)).sort(), ['public']);
      assert.deepEqual((await readdir(path.join(live, 'public'))).sort(), [
        'big.txt',
        'empty.txt',
        'images',
        'index.html',
      ]);
      const step = task.steps.find(({ name: step }) => step === 'source');
      assert.equal(step?.progress?.unit, 'bytes');
      assert.equal(step?.progress?.total, BIG.length + PAGE.length + '<svg/>'.length);
      const { body } = await own.client.get<Site>(`/site/id/${task.site_id}`);
      assert.deepEqual([body.type, body.status], ['ftp_migration', 'ready']);
    };

    test('files over FTP become a live site', async () => {
      const { port } = await open(openFtpServer(source));
      await isWhole('over-ftp', await copied('over-ftp', { ftp_port: port }));
    });

    test('files over SFTP become a live site', { skip }, async () => {
      const { port, fingerprint } = await open(openSftpServer(source));
      const where = {
        ...{ ftp_port: port, ftp_protocol: 'sftp', ftp_host_key: fingerprint },
        ftp_path: path.join(source, 'public_html'),
      };
      await isWhole('over-sftp', await copied('over-sftp', where));
      const relative = await copied('relative', { ...where, ftp_path: 'public_html' });
      assert.equal(relative.status, 'succeeded', JSON.stringify(relative.error));
    });

    // The rest does not depend on how the agent is isolated.
    if (sandbox === 'off') return;

    test('the folder with the pages is found below the given one', async () => {
      const { port } = await open(openFtpServer(source));
      const done = await copied('found', { ftp_port: port, ftp_path: '' });
      assert.equal(done.status, 'succeeded', JSON.stringify(done.error));
      assert.equal((await get('found', '/')).text, PAGE);
      assert.match(done.log.map(({ text }) => text).join('\n'), /published from public_html/);
    });

    test('wrong logins, missing folders and folders without pages are named', { skip }, async () => {
      const [ftp, sftp] = [await open(openFtpServer(source)), await open(openSftpServer(source))];
      for (const [protocol, { port }, top, ftp_host_key] of [
        ['ftp', ftp, '', undefined],
        ['sftp', sftp, source, sftp.fingerprint],
      ] as const)
        for (const [more, text] of [
          [{ ftp_password: 'wrong' }, /refused the user name or the password/],
          [{ ftp_path: `${top}/nowhere` }, /The folder does not exist on the server/],
          [{ ftp_path: `${top}/php` }, /no index\.html/],
        ] as const) {
          const error = await failed({
            ftp_port: port,
            ...{ ftp_protocol: protocol, ftp_host_key },
            ftp_path: `${top}/public_html`,
            ...more,
          });
          assert.match(error, text, protocol);
        }
    });

    test('private, mixed and unknown hosts are refused, and nothing connects', async () => {
      for (const [host, text] of [
        ['private.example', /private\.example is not a public server/],
        ['mixed.example', /mixed\.example is not a public server/],
        ['10.0.0.1', /10\.0\.0\.1 is not a public server/],
        ['169.254.169.254', /169\.254\.169\.254 is not a public server/],
        ['::1', /::1 is not a public server/],
        ['localhost', /localhost is not a public server/],
        ['unknown.example', /cannot be reached|has no address/],
      ] as const)
        assert.match(await failed({ ftp_host: host, ftp_port: 2121 }), text);
      const started = await finalize(await failing(), { ftp_port: 25 });
      assert.deepEqual([started.status, started.body['code']], [422, 'VALIDATION']);
    });

    test('a host that changes its address, or names another one for its data, reaches only the first', async () => {
      const { port } = await open(openFtpServer(source, '10.1.2.3'));
      await isWhole('changing', await copied('changing', { ftp_host: 'changing.example', ftp_port: port }));
    });

    test('a server that refuses, speaks something else or hangs up is named after its retries', async () => {
      const web = await open(openRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
      const gone = await openRawServer(() => undefined);
      await gone.close();
      assert.match(
        await failed({ ftp_port: gone.port }),
        /files\.example cannot be reached\. Check the host and the port/,
      );
      assert.match(await failed({ ftp_port: web.port }), /did not answer, or ended the connection/);
    });

    test('a transfer is cancelled at once; the site keeps its name and can be copied again', async () => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const silent = await open(
        openRawServer((socket) => void socket.once('data', () => ask()).write('220 hello\r\n')),
      );
      const site_id = await initiated('cancelled');
      const started = await finalize(site_id, { ftp_port: silent.port });
      await asked;
      const cancelled = await own.client.post(`/task/${String(started.body['task_id'])}/cancel`, {});
      assert.equal(cancelled.status, 200, cancelled.text);
      assert.equal((await ended(own.client, started.body['task_id'])).status, 'cancelled');
      const { port } = await open(openFtpServer(source));
      const again = await finalize(site_id, { ftp_port: port });
      assert.equal((await ended(own.client, again.body['task_id'])).status, 'succeeded', again.text);
    });

    const sourceOf = async (id: string) => (await own.client.get<SiteSource>(`/site/${id}/source`)).body;
    /** One attempt after the other on the same site, which is published only by the last one. */
    const attempts = async (
      name: string,
      protocol: 'sftp' | 'ftps',
      first: TrustedServer,
      second: () => Promise<TrustedServer>,
    ) => {
      const id = await initiated(name);
      const folder = protocol === 'sftp' ? path.join(source, 'public_html') : '/public_html';
      const attempt = async (ftp_host_key?: string) => {
        const where = { ftp_port: first.port, ftp_protocol: protocol, ftp_path: folder };
        const started = await finalize(id, { ...where, ftp_host_key });
        assert.equal(started.status, 200, started.text);
        return ended(own.client, started.body['task_id']);
      };

      const asked = await attempt();
      assert.deepEqual([asked.status, asked.error?.code], ['failed', 'SOURCE_UNTRUSTED'], JSON.stringify(asked.error));
      assert.match(asked.error?.message ?? '', /We don’t know the (key|certificate) of this server yet/);
      assert.ok(asked.error?.message.includes(first.fingerprint));
      assert.deepEqual(first.passwords, [], 'nothing is sent to a server that nobody has accepted');
      const offered = await sourceOf(id);
      assert.deepEqual([offered.host_key, offered.offered_key], [null, first.fingerprint]);

      // The accepted one is remembered: the next attempt needs no fingerprint.
      const wrong = await finalize(id, {
        ftp_port: first.port,
        ftp_protocol: protocol,
        ftp_path: folder,
        ftp_host_key: first.fingerprint,
        ftp_password: 'wrong',
      });
      const denied = await ended(own.client, wrong.body['task_id']);
      assert.match(denied.error?.message ?? '', /refused the user name or the password/, JSON.stringify(denied.error));
      await first.close();
      const changed = await second();
      const refused = await attempt();
      assert.equal(refused.error?.code, 'SOURCE_UNTRUSTED');
      for (const known of [first.fingerprint, changed.fingerprint])
        assert.ok(refused.error?.message.includes(known), refused.error?.message);
      assert.deepEqual(changed.passwords, []);
      const both = await sourceOf(id);
      assert.deepEqual([both.host_key, both.offered_key], [first.fingerprint, changed.fingerprint]);

      const done = await attempt(changed.fingerprint);
      assert.equal(done.status, 'succeeded', JSON.stringify([done.error, done.log]));
      assert.equal((await get(name, '/')).text, PAGE);
      assert.equal((await get(name, '/big.txt')).text.length, BIG.length);
      const last = await sourceOf(id);
      assert.deepEqual([last.host_key, last.offered_key], [changed.fingerprint, null]);
    };

    test('an unknown SFTP server has to be accepted, and a changed one again', { skip }, async () => {
      const first = await open(openSftpServer(source));
      await attempts('host-key', 'sftp', first, () => open(openSftpServer(source, first.port)));
    });

    test('a certificate that nobody vouches for has to be accepted, and a changed one again', async () => {
      const first = await openFtpsServer(source, 'files.example');
      await attempts('certificate', 'ftps', first, () => open(openFtpsServer(source, 'files.example', first.port)));
    });

    for (const { name, missing, login, start } of [
      {
        name: 'vsftpd',
        missing: vsftpdMissing,
        login: { ftp_username: 'anonymous', ftp_password: 'ada@example.com' },
        start: openVsftpd,
      },
      { name: 'pure-ftpd', missing: pureFtpdMissing, login: {}, start: openPureFtpd },
    ])
      test(`${name}, which requires TLS for logins and data, is copied from`, { skip: missing ?? false }, async () => {
        const many = path.join(source, 'public_html/many');
        await mkdir(many);
        for (let at = 0; at < 12; at += 1) await writeFile(path.join(many, `${at}.txt`), `file ${at}`);
        await chmod(source, 0o755);
        const { port, fingerprint } = await open(start(source, 'files.example'));
        assert.match(
          await failed({ ...login, ftp_port: port, ftp_protocol: 'ftp' }),
          /accepts encrypted connections only\. Choose FTP with TLS/,
        );
        const where = { ...login, ftp_port: port, ftp_protocol: 'ftps', ftp_host_key: fingerprint };
        const task = await copied(name, where);
        assert.equal(task.status, 'succeeded', JSON.stringify([task.error, task.log]));
        assert.equal((await get(name, '/big.txt')).text.length, BIG.length);
        assert.equal((await get(name, '/images/a%20picture.svg')).text, '<svg/>');
        assert.equal((await get(name, '/many/11.txt')).text, 'file 11');
        await rm(many, { recursive: true });
      });

    test('the password is in no row of a task', async () => {
      const rows = await server.db.select().from(taskTable);
      assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(LOGIN.password));
    });
  });
