import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv } from '../../src/hosting/index.ts';
import type { HostingConfig } from '../../src/hosting/index.ts';
import type { LocalDriverOptions } from '../../src/hosting/local/driver-options.ts';
import { siteFolder, writeRecord } from '../../src/hosting/local/site-folder.ts';
import type { SiteRuntime } from '../../src/hosting/runtime/site-runtime.ts';
import { mountSmallDisk, NO_SMALL_DISK } from '../attack/small-disk.ts';
import { siteSpec, until } from './hosting-support.ts';

/** A driver whose sites are web servers of this test: each request waits in `open` until the test answers it. */
async function openDriver(
  t: TestContext,
  overrides: Partial<HostingConfig> = {},
  options: Partial<LocalDriverOptions> = {},
) {
  const dataDir = overrides.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'panel-checks-')));
  const open: ServerResponse[] = [];
  const lines: string[] = [];
  const none = () => Promise.reject(new Error('no commands here'));
  const php: SiteRuntime = {
    ...{ kind: 'native', phpVersion: '8.4', sharesCore: false, script: none, wp: none },
    ...{ own: async () => undefined, release: async () => undefined },
    async serve(_mount, { token }) {
      // The version of PHP is asked as well; these tests are about the pages.
      const server = createServer((req, res) =>
        'x-panel-version' in req.headers ? void res.end('8.4.1') : void open.push(res),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const exited = new Promise<void>((resolve) => server.once('close', resolve));
      const stop = async () => {
        server.close();
        server.closeAllConnections();
        await exited;
      };
      return {
        endpoint: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, token },
        pid: process.pid,
        exited,
        stop,
        usage: async () => ({ cpuMs: 0, rssBytes: 0 }),
      };
    },
  };
  const config = { ...hostingConfigFromEnv({}, dataDir), ...overrides };
  const runtime = { php, wordpress: { version: '0', core: dataDir, wpCli: dataDir }, description: '' };
  const driver = await createLocalDriver({ config, runtime, ...options, log: (line) => void lines.push(line) });
  t.after(async () => {
    await driver.stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });
  const site = async (name: string) => {
    const spec = siteSpec(name);
    const folder = siteFolder(dataDir, spec.siteId);
    await writeRecord(folder, spec);
    await mkdir(path.dirname(folder.database), { recursive: true });
    await writeFile(folder.database, '');
    return { ...spec, folder };
  };
  const answer = () => {
    for (const res of open.splice(0)) res.setHeader('content-type', 'text/html').end('<p>Here</p>');
  };
  return { driver, open, lines, site, answer };
}

describe('the panel’s own checks', () => {
  /** Starts another site without requests, and waits until it is stopped for that. */
  const idleSiteStops = async ({ driver, site }: Awaited<ReturnType<typeof openDriver>>) => {
    const idle = await site('idle');
    await driver.start(idle.siteId);
    await until('the idle site is stopped', () => !driver.running().includes(idle.siteId));
  };

  test('a site is in use while it is checked: it does not stop as idle', async (t) => {
    const opened = await openDriver(t, { idleMinutes: 0.001 });
    const { driver, open, site, answer } = opened;
    const one = await site('one');
    const check = driver.verify(one.siteId, one.fqdn);
    await until('both pages are asked for', () => open.length === 2);
    await idleSiteStops(opened);
    assert.deepEqual(driver.running(), [one.siteId]);
    answer();
    const { checks } = await check;
    assert.deepEqual(
      checks.slice(0, 2).map(({ ok, detail }) => [ok, detail]),
      [
        [true, '200 text/html'],
        [true, '200 text/html'],
      ],
    );
  });

  test('so is one with the check after a start', async (t) => {
    const opened = await openDriver(t, { idleMinutes: 0.001 });
    const { driver, open, site, answer } = opened;
    const one = await site('one');
    const found = driver
      .steps(one)
      .find((step) => step.name === 'start')
      ?.check();
    await until('the page is asked for', () => open.length === 1);
    await idleSiteStops(opened);
    assert.deepEqual(driver.running(), [one.siteId]);
    answer();
    assert.equal(await found, true);
  });

  test('concurrent checks of a site are one check', async (t) => {
    const { driver, open, site, answer } = await openDriver(t);
    const one = await site('one');
    const checks = Array.from({ length: 20 }, () => driver.verify(one.siteId, one.fqdn));
    await until('the pages are asked for', () => open.length >= 2);
    await driver.start(one.siteId);
    assert.equal(open.length, 2);
    answer();
    const results = await Promise.all(checks);
    assert.ok(results.every((result) => result === results[0]));
    const again = driver.verify(one.siteId, one.fqdn);
    await until('the pages are asked for again', () => open.length === 2);
    answer();
    assert.notEqual(await again, results[0]);
  });

  test('a customer whose requests fill all slots loses one to another customer, and its site shows why', async (t) => {
    const hits: string[] = [];
    const limits = { hit: (siteId: string, kind: string) => void hits.push(`${siteId} ${kind}`) };
    const { driver, site } = await openDriver(
      t,
      { maxRunning: 2 },
      { limits, ownerOf: async (siteId) => (siteId.includes('greedy') ? 'greedy' : 'other') },
    );
    for (const name of ['greedy-1', 'greedy-2', 'other-1']) {
      const { siteId } = await site(name);
      driver.lease?.(siteId);
      await driver.start(siteId);
    }
    assert.deepEqual(driver.running(), ['site-greedy-2', 'site-other-1']);
    assert.deepEqual(hits, ['site-greedy-1 requests']);
  });

  test('a site starts even without room on the disk for its server’s record', { skip: NO_SMALL_DISK }, async (t) => {
    const disk = mountSmallDisk(8);
    t.after(() => disk.unmount());
    const dataDir = path.join(disk.folder, 'data');
    await mkdir(dataDir);
    const { driver, lines, site } = await openDriver(t, { dataDir });
    const one = await site('one');
    disk.fill();
    await driver.start(one.siteId);
    assert.deepEqual(driver.running(), [one.siteId]);
    await driver.stop(one.siteId);
    await driver.start(one.siteId);
    assert.equal(lines.filter((line) => line.includes('rejects records of site servers')).length, 1);
    assert.deepEqual(
      (await readdir(one.folder.root)).filter((name) => name.startsWith('server-')),
      [],
    );
  });
});
