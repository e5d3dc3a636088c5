import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HostingError, type BuildSpec } from '../../../src/hosting/index.ts';
import { appGuide } from '../../../src/hosting/local/restore-guide.ts';
import { progress } from '../hosting-support.ts';
import { buildProgress, gitBuild, openBuildHost, type BuildHost } from './build-support.ts';

let opened: BuildHost;
let folder: string;
before(async () => {
  opened = await openBuildHost({ buildLimits: { startMs: 15_000 } });
  folder = await mkdtemp(path.join(tmpdir(), 'panel-app-archive-'));
});
after(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const restored = (buildId: string, file: string, run: Record<string, string> = {}): BuildSpec => ({
  ...{ buildId, source: { kind: 'archive', file }, settings: {} },
  variables: { build: {}, run },
});
const server = (more = '') => `
  import { createServer } from 'node:http';
  import { writeFileSync, existsSync, readFileSync } from 'node:fs';
  ${more}
  createServer((req, res) => {
    if (req.url === '/write') writeFileSync('kept.txt', 'written by the server');
    res.end(process.env.GREETING + ' ' + (existsSync('kept.txt') ? readFileSync('kept.txt') : 'nothing'));
  }).listen(process.env.PORT, '127.0.0.1');`;
const manifest = JSON.stringify({ name: 'app', private: true, scripts: { start: 'node server.mjs' } });

test('the guide in an archive names the folder in which its server starts', () => {
  const guide = appGuide({
    start: { argv: ['npm', 'start'], cwd: 'apps/web' },
    nodeVersion: '24.1.0',
    hasDatabase: false,
  });
  assert.match(guide, /go to the folder `public\/apps\/web`, and start its server with Node\.js 24\.1\.0: `npm start`/);
});

describe('archives of applications', () => {
  test('files come back as a release of their own, also to the copy that proves them', async () => {
    const { driver, bench } = opened;
    const app = await opened.app();
    const file = path.join(folder, 'files.tar.gz');
    const template: BuildSpec = { ...restored('one', ''), source: { kind: 'template', id: 'static-page' } };
    await driver.build(app.siteId, template, buildProgress());
    await driver.publish(app.siteId, 'one', progress());
    const { body: before } = await bench.ask(app.fqdn, { path: '/' });
    await driver.snapshot(app.siteId, file, { settings: '{"sealed":true}' });

    const { ok, checks } = await driver.rehearse(app.siteId, file);
    assert.ok(ok, JSON.stringify(checks));
    assert.match(checks[0]?.name ?? '', /SHA-256/);
    assert.equal(await driver.liveRelease(app.siteId), 'one');
    const hosted = await readdir(path.join(opened.host.config.dataDir, 'sites'));
    assert.ok(!hosted.some((name) => name.includes('rehearsal')), hosted.join());

    const release = await driver.build(app.siteId, restored('two', file), buildProgress());
    assert.equal(release.runtime, 'static');
    await driver.publish(app.siteId, 'two', progress());
    assert.equal(await driver.liveRelease(app.siteId), 'two');
    assert.equal((await bench.ask(app.fqdn, { path: '/' })).body, before);
  });

  test('a damaged archive is refused, and the live release stays', async () => {
    const { driver } = opened;
    const app = await opened.app();
    const file = path.join(folder, 'damaged.tar.gz');
    const template: BuildSpec = { ...restored('one', ''), source: { kind: 'template', id: 'static-page' } };
    await driver.build(app.siteId, template, buildProgress());
    await driver.publish(app.siteId, 'one', progress());
    await driver.snapshot(app.siteId, file);
    await truncate(file, Math.floor((await stat(file)).size / 2));
    await appendFile(file, 'noise');
    await assert.rejects(driver.build(app.siteId, restored('two', file), buildProgress()), HostingError);
    assert.equal(await driver.liveRelease(app.siteId), 'one');
  });

  test('a server comes back with what it has written beside its code, and with the variables that are given', async (t) => {
    if (opened.missing !== null) return t.skip(opened.missing);
    const { driver, bench, git } = opened;
    const app = await opened.app();
    const file = path.join(folder, 'server.tar.gz');
    const code = await git.commit(app.siteId, { 'package.json': manifest, 'server.mjs': server() });
    const settings = { install_command: 'npm --version' };
    await driver.build(app.siteId, gitBuild('one', code, { settings, run: { GREETING: 'first' } }), buildProgress());
    await driver.publish(app.siteId, 'one', progress());
    const shown = async (at = '/') => (await bench.ask(app.fqdn, { path: at })).body;
    await shown('/write');
    // Packed while it sleeps: nothing of it is started for that.
    await driver.sleep(app.siteId);
    await driver.snapshot(app.siteId, file);
    assert.deepEqual(driver.running(), []);

    const { ok, checks } = await driver.rehearse(app.siteId, file, { variables: { GREETING: 'rehearsed' } });
    assert.ok(ok, JSON.stringify(checks));
    await driver.build(app.siteId, restored('two', file, { GREETING: 'of the backup' }), buildProgress());
    await driver.publish(app.siteId, 'two', progress());
    assert.equal(await shown(), 'of the backup written by the server');
  });

  test('a server that starts through links of its packages comes back, also to the copy that proves it', async (t) => {
    if (opened.missing !== null) return t.skip(opened.missing);
    const { driver, bench, git } = opened;
    const app = await opened.app();
    const file = path.join(folder, 'links.tar.gz');
    // What pnpm makes: packages beside each other, links to what each needs, and one to the program in .bin.
    const install = `
      import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
      const [tool, words] = ['tool', 'words'].map((name) => 'node_modules/.pnpm/' + name + '@1.0.0/node_modules/' + name);
      for (const folder of [tool, words, 'node_modules/.bin']) mkdirSync(folder, { recursive: true });
      writeFileSync(words + '/package.json', '{"name":"words","version":"1.0.0","main":"index.js"}');
      writeFileSync(words + '/index.js', 'module.exports = "through links";');
      writeFileSync(tool + '/package.json', '{"name":"tool","version":"1.0.0"}');
      writeFileSync(tool + '/cli.js', '#!/usr/bin/env node\\nrequire("node:http").createServer((_q, r) => r.end(require("words"))).listen(process.env.PORT, "127.0.0.1");');
      chmodSync(tool + '/cli.js', 0o755);
      symlinkSync('../../words@1.0.0/node_modules/words', 'node_modules/.pnpm/tool@1.0.0/node_modules/words');
      symlinkSync('.pnpm/tool@1.0.0/node_modules/tool', 'node_modules/tool');
      symlinkSync('../tool/cli.js', 'node_modules/.bin/serve-words');`;
    const started = JSON.stringify({ name: 'app', private: true, scripts: { start: 'serve-words' } });
    const code = await git.commit(app.siteId, { 'package.json': started, 'install.mjs': install });
    const settings = { install_command: 'node install.mjs' };
    await driver.build(app.siteId, gitBuild('one', code, { settings }), buildProgress());
    await driver.publish(app.siteId, 'one', progress());
    await driver.snapshot(app.siteId, file);
    const { ok, checks } = await driver.rehearse(app.siteId, file);
    assert.ok(ok, JSON.stringify(checks));
    await driver.build(app.siteId, restored('two', file), buildProgress());
    await driver.publish(app.siteId, 'two', progress());
    assert.equal((await bench.ask(app.fqdn, { path: '/' })).body, 'through links');
  });
});
