import { PICTURE_MARK } from '@panel/contract/wire';
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { HostingError } from '../../src/hosting/index.ts';
import { askSite } from '../../src/hosting/local/ask-site.ts';
import { PROCESS_NAME } from '../../src/kernel/process-name.ts';
import { countMarked } from '../../src/hosting/process/leftovers.ts';
import { edgeSite, logIn } from '../edge/edge-support.ts';
import type { EdgeBench } from '../edge/edge-support.ts';
import { nativePhpMissing, openHostedSite, progress, siteSpec, until } from './hosting-support.ts';
import type { HostedSite } from './hosting-support.ts';

const missing = await nativePhpMissing();

/** Waits for a process to end, with its parent or by a signal. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('WordPress on native PHP', { skip: missing ?? false }, () => {
  let host: HostedSite;
  let bench: EdgeBench;
  const spec = siteSpec('bakery', { title: "Jo's bread & cake" });
  const port = () => bench.port;
  const publicHost = (fqdn: string) => `${fqdn}:8099`;

  before(async () => {
    host = await openHostedSite('native', spec);
    bench = host.bench;
  });
  after(() => host.close());

  /** The process ids of a site's server, by the marker in their environment. */
  const marker = async (siteId: string) => {
    const folder = path.join(host.config.dataDir, 'sites', siteId);
    const record = JSON.parse(await readFile(path.join(folder, `server-${PROCESS_NAME}.json`), 'utf8')) as {
      marker: string;
    };
    return record.marker;
  };

  test('answers under its name with its title, and its code does not run as root', async () => {
    const page = await bench.ask(publicHost(spec.fqdn));
    assert.equal(page.status, 200);
    assert.match(page.body, /<title>Jo&#039;s bread &amp; cake<\/title>/);
    assert.deepEqual(await host.driver.info(spec.siteId), {
      wpVersion: '7.1.1',
      phpVersion: host.runtime.php.phpVersion,
    });
    const whoami = await host.driver.exec(spec.siteId, ['eval', 'echo posix_geteuid();']);
    assert.equal(whoami.code, 0, whoami.stderr);
    assert.notEqual(whoami.stdout.trim(), '0');
  });

  test('lets its owner in to wp-admin through the edge, and nobody with another password', async () => {
    const dashboard = await logIn(port(), publicHost(spec.fqdn), spec.adminUser, spec.adminPassword);
    assert.equal(dashboard.status, 200);
    assert.match(dashboard.body, /id="wpadminbar"/);
    const refused = await logIn(port(), publicHost(spec.fqdn), spec.adminUser, 'wrong');
    assert.match(refused.body, /login_error/);
  });

  test('reveals neither database nor configuration nor code, and supports permalinks', async () => {
    for (const target of [
      '/wp-config.php',
      '/../wp-config.php',
      '/%2e%2e/wp-config.php',
      '/../data/wordpress.sqlite',
      '/wp-content/db.php',
      '/.htaccess',
      '/wp-content/mu-plugins/sqlite-database-integration/load.php',
      '/wp-sqlite/load.php',
      '/wp-sqlite/wp-includes/sqlite/db.php',
    ]) {
      const answer = await bench.ask(publicHost(spec.fqdn), { path: target });
      assert.notEqual(answer.status, 200, target);
      assert.doesNotMatch(answer.body, /AUTH_KEY|SQLite format|<\?php/, target);
    }
    assert.equal((await bench.ask(publicHost(spec.fqdn), { path: '/wp-content' })).body.includes('Index of'), false);
    assert.equal((await bench.ask(publicHost(spec.fqdn), { path: '/sample-page/' })).status, 200);
    assert.equal((await bench.ask(publicHost(spec.fqdn), { path: '/no-such-page/' })).status, 404);
    const asset = await bench.ask(publicHost(spec.fqdn), { path: '/wp-includes/css/dashicons.min.css?ver=1' });
    assert.equal(asset.status, 200);
    assert.match(asset.headers['content-type'] ?? '', /^text\/css/);
  });

  test('the panel’s preview is the page without its scripts, which the frame would refuse', async () => {
    const visitors = await bench.ask(publicHost(spec.fqdn));
    assert.match(visitors.body, /<script/);
    const preview = await bench.ask(publicHost(spec.fqdn), {
      path: `/?${PICTURE_MARK}=1`,
      headers: { 'sec-fetch-dest': 'iframe' },
    });
    assert.equal(preview.status, 200);
    assert.match(preview.body, /<\/html>/);
    assert.doesNotMatch(preview.body, /<script|modulepreload/i);
    const direct = await bench.ask(publicHost(spec.fqdn), {
      path: `/?${PICTURE_MARK}=1`,
      headers: { 'sec-fetch-dest': 'document' },
    });
    assert.match(direct.body, /<script/, 'a page that is opened directly is whole');
  });

  test('answers only the edge', async () => {
    const endpoint = await host.driver.start(spec.siteId);
    const direct = await askSite({ ...endpoint, token: '' }, spec.url, '/');
    assert.equal(direct.status, 421);
  });

  test('is restarted by the next request after kill -9 of its server', async () => {
    await host.driver.start(spec.siteId);
    const mark = await marker(spec.siteId);
    await until('the server is marked', async () => (await countMarked(mark)) > 0);
    (await markedPids(mark)).forEach(killNow);
    const page = await bench.ask(publicHost(spec.fqdn), { headers: { accept: '*/*' } });
    assert.equal(page.status, 200);
    assert.notEqual(await marker(spec.siteId), mark);
  });

  test('a killed panel leaves no server behind once the next one has started', async () => {
    await host.driver.start(spec.siteId);
    const mark = await marker(spec.siteId);
    assert.ok((await countMarked(mark)) > 0);
    const next = await host.reopen();
    await until('the old server has ended', async () => (await countMarked(mark)) === 0);
    assert.equal((await next.verify(spec.siteId, spec.fqdn)).ok, true);
    await next.stop(spec.siteId);
  });

  test('two concurrent starts are one', async () => {
    await host.driver.stop(spec.siteId);
    const [first, second] = await Promise.all([host.driver.start(spec.siteId), host.driver.start(spec.siteId)]);
    assert.deepEqual(first, second);
    assert.deepEqual(host.driver.running(), [spec.siteId]);
  });

  test('is copied with its own address and salts, and the copy does not touch the original', async () => {
    const copy = siteSpec('bakery-copy', { title: 'unused' });
    await host.driver.clone(spec.siteId, copy, progress());
    const option = await host.driver.exec(copy.siteId, ['option', 'get', 'home']);
    assert.equal(option.stdout.trim(), copy.url);
    const config = (id: string) => readFile(path.join(host.config.dataDir, 'sites', id, 'live/wp-config.php'), 'utf8');
    assert.notEqual(await config(copy.siteId), await config(spec.siteId));
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    await host.driver.destroy(copy.siteId);
  });

  test('a restore brings the backup’s content back, under the current address', async () => {
    const archive = path.join(host.config.dataDir, 'backups', 'one.tgz');
    await host.driver.snapshot(spec.siteId, archive);
    await host.driver.exec(spec.siteId, ['option', 'update', 'blogname', 'Spoilt']);
    await host.driver.restore(spec.siteId, archive);
    const name = await host.driver.exec(spec.siteId, ['option', 'get', 'blogname']);
    assert.equal(name.stdout.trim(), 'Jo&#039;s bread &amp; cake');
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
  });

  test('a rehearsed backup answers and sends no email, although the site does', async () => {
    const plugins = path.join(host.config.dataDir, 'sites', spec.siteId, 'live/public/wp-content/mu-plugins');
    await mkdir(plugins, { recursive: true });
    const mail = `<?php add_action('wp_loaded', fn () => wp_mail('customer@example.com', 'Order', 'Thank you.'));`;
    await writeFile(path.join(plugins, 'mail.php'), mail);
    const archive = path.join(host.config.dataDir, 'backups', 'mail.tgz');
    await host.driver.snapshot(spec.siteId, archive);
    const before = host.egress.mails.length;
    const { ok, checks } = await host.driver.rehearse(spec.siteId, archive);
    assert.equal(ok, true, JSON.stringify(checks));
    assert.equal(host.egress.mails.length, before);
    assert.equal((await bench.ask(publicHost(spec.fqdn))).status, 200);
    await until('the email of the site', async () => host.egress.mails.length > before);
    assert.deepEqual(
      (await readdir(path.join(host.config.dataDir, 'sites'))).filter((name) => name.includes('rehearsal')),
      [],
    );
    await rm(path.join(plugins, 'mail.php'));
  });

  test('moves to a new name: the old host is gone, the new one answers, a second run changes nothing', async () => {
    const next = { fqdn: 'patisserie.sites.localhost', url: 'http://patisserie.sites.localhost:8099' };
    const other = 'http://other.example/?to=';
    const withLinks = (url: string) => ({
      slash: `{"link":"${url.replaceAll('/', '\\/')}\\/a"}`,
      twice: `"{\\"link\\":\\"${url.replaceAll('/', '\\\\\\/')}\\"}"`,
      encoded: `${other}${encodeURIComponent(`${url}/a?b=ü`)}`,
      lower: `${other}${encodeURIComponent(url).toLowerCase()}`,
      relative: `${url.replace(/^http:/, '')}/a`,
    });
    const links = ['option', 'update', 'links', JSON.stringify(withLinks(spec.url)), '--format=json'];
    assert.equal((await host.driver.exec(spec.siteId, links)).code, 0);
    const aborted = AbortSignal.abort();
    await assert.rejects(
      host.driver.rename(spec.siteId, next, progress(aborted)),
      (error) => error instanceof HostingError && error.code === 'ABORTED',
    );
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    await host.driver.rename(spec.siteId, next, progress());
    await host.driver.rename(spec.siteId, next, progress());
    const stored = await host.driver.exec(spec.siteId, ['option', 'get', 'links', '--format=json']);
    assert.deepEqual(JSON.parse(stored.stdout), withLinks(next.url));
    bench.sites.delete(spec.fqdn);
    bench.sites.set(next.fqdn, edgeSite(spec.siteId, next.fqdn));
    assert.equal((await bench.ask(publicHost(spec.fqdn))).status, 421);
    const page = await bench.ask(publicHost(next.fqdn), { headers: { accept: '*/*' } });
    assert.equal(page.status, 200);
    assert.equal(page.body.includes(spec.fqdn), false);
    assert.equal((await host.driver.verify(spec.siteId, next.fqdn)).ok, true);
  });

  test('a new address that begins with the old one is stored once, and addresses that only look alike stay', async () => {
    const [old, next] = ['http://cake.example', 'http://cake.example.au'];
    const moved = (url: string) => host.driver.rename(spec.siteId, { fqdn: new URL(url).hostname, url }, progress());
    const json = (url: string) => JSON.stringify({ link: url }).replaceAll('/', '\\/');
    const forms = (url: string) => [
      ...[url, json(url), JSON.stringify(json(url)), JSON.stringify(json(url)).replaceAll('/', '\\/')],
      ...[encodeURIComponent(url), encodeURIComponent(url).toLowerCase()],
    ];
    const alike = ['.com/a', 's/a', '-2/a', ':8080/a'].map((rest) => old + rest);
    const others = [...alike, 'http://notcake.example/a'].flatMap(forms);
    const content = (url: string) => ({
      pages: [`${url}/a`, `${url}?b=1`].flatMap(forms),
      text: `See ${url}. Or <a href="${url}">here</a>, ${url}`,
      others,
    });
    const wp = async (...args: string[]) => {
      const { code, stdout, stderr } = await host.driver.exec(spec.siteId, [...args, '--format=json']);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    await moved(old);
    await wp('option', 'update', 'links', JSON.stringify(content(old)));
    await wp('post', 'meta', 'update', '1', 'layout', JSON.stringify(content(old)));
    await moved(next);
    assert.deepEqual(JSON.parse(await wp('option', 'get', 'links')), content(next));
    assert.deepEqual(JSON.parse(await wp('post', 'meta', 'get', '1', 'layout')), content(next));
  });

  test('an address that one row cannot take is not half replaced: the site keeps the old one, and the error says why', async () => {
    const file = path.join(host.config.dataDir, 'sites', spec.siteId, 'live/data/wordpress.sqlite');
    const change = async (sql: string) => {
      await host.driver.sleep(spec.siteId);
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
    };
    const addressNow = async () =>
      (await host.driver.exec(spec.siteId, ['option', 'get', 'siteurl'])).stdout.trim().replace(/:\d+$/, '');
    const moved = (fqdn: string) => host.driver.rename(spec.siteId, { fqdn, url: `http://${fqdn}` }, progress());
    const before = await addressNow();
    for (const [reason, text] of [
      ['database or disk is full', /no space left/],
      ['disk I/O error', /Choose a larger plan/],
    ] as const) {
      await change(`create trigger full before update on wp_posts begin select raise(fail, '${reason}'); end`);
      await assert.rejects(
        moved('half.example'),
        (error) => error instanceof HostingError && error.code === 'DISK_FULL' && text.test(error.message),
      );
      assert.equal(await addressNow(), before);
      await change('drop trigger full');
    }
    await moved('half.example');
    assert.equal(await addressNow(), 'http://half.example');
    assert.ok((await host.driver.verify(spec.siteId, 'half.example')).ok);
  });

  test('a missing database is reported, with what to do about it', async () => {
    await host.driver.stop(spec.siteId);
    const data = path.join(host.config.dataDir, 'sites', spec.siteId, 'live/data');
    await rename(data, `${data}-away`);
    await assert.rejects(
      host.driver.start(spec.siteId),
      /The database of this WordPress is missing\. Restore a backup/,
    );
    await rename(`${data}-away`, data);
  });

  test('deleting leaves neither files nor processes, and can be repeated', async () => {
    await host.driver.start(spec.siteId);
    const mark = await marker(spec.siteId);
    await host.driver.destroy(spec.siteId);
    await host.driver.destroy(spec.siteId);
    assert.deepEqual(await readdir(path.join(host.config.dataDir, 'sites')), []);
    await until('no process of the site is left', async () => (await countMarked(mark)) === 0);
    await assert.rejects(
      host.driver.start(spec.siteId),
      (error) => error instanceof HostingError && error.code === 'SITE_NOT_FOUND',
    );
  });
});

async function markedPids(mark: string): Promise<number[]> {
  const pids: number[] = [];
  for (const name of await readdir('/proc')) {
    const environment = /^\d+$/.test(name) ? await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '') : '';
    if (environment.includes(`PANEL_SITE_MARKER=${mark}`)) pids.push(Number(name));
  }
  return pids;
}
