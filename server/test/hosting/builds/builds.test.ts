import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { progress } from '../hosting-support.ts';
import { buildProgress, gitBuild, openBuildHost, type BuildHost } from './build-support.ts';

let opened: BuildHost;
before(async () => {
  opened = await openBuildHost();
});
after(() => opened.close());

const SERVER = `
const { createServer } = require('node:http');
createServer((req, res) => {
  console.log(req.url);
  res.end(req.url === '/env' ? process.env.GREETING : 'version ' + require('./version.json'));
}).listen(process.env.PORT, process.env.HOST);
`;
const manifest = (scripts: Record<string, string>) => JSON.stringify({ name: 'app', private: true, scripts });

describe('builds', () => {
  test('code of a repository becomes files that answer', async () => {
    const { driver, git, bench } = opened;
    const app = await opened.app();
    const repository = await git.commit('static', {
      'package.json': manifest({ build: 'node build.mjs' }),
      'build.mjs': `
        import { mkdirSync, writeFileSync } from 'node:fs';
        console.log('\\x1b[32mbuilding\\x1b[0m with', process.env.API_KEY, process.getuid());
        mkdirSync('dist');
        writeFileSync('dist/index.html', '<h1>built</h1>');
        writeFileSync('dist/_redirects', '/old /new 301\\n/* /index.html 200');
        writeFileSync('dist/_headers', '/*\\n  X-Frame-Options: DENY\\n  X-Accel-Redirect: /secret\\n  Set-Cookie: a=b; Domain=example.com');
      `,
    });
    const p = buildProgress();
    const spec = gitBuild('one', repository, { build: { API_KEY: 'secret-value' } });
    const release = await driver.build(app.siteId, spec, p);
    assert.equal(release.runtime, 'static', p.lines.join('\n'));
    assert.equal(p.found[0]?.commit?.id, repository.commit);
    assert.ok(
      p.lines.some((line) => line.includes('\x1b[32mbuilding\x1b[0m with ••••••')),
      p.lines.join('\n'),
    );
    assert.ok(!p.lines.join('\n').includes('secret-value'));
    await driver.publish(app.siteId, 'one', progress());
    const page = await bench.ask(app.fqdn, { path: '/' });
    assert.deepEqual([page.status, page.body, page.headers['x-frame-options']], [200, '<h1>built</h1>', 'DENY']);
    // A server in front of the panel would obey the one, and the other would reach neighbours.
    assert.deepEqual([page.headers['x-accel-redirect'], page.headers['set-cookie']], [undefined, undefined]);
    const moved = await bench.ask(app.fqdn, { path: '/old' });
    assert.deepEqual([moved.status, moved.headers['location']], [301, '/new']);
    assert.equal((await bench.ask(app.fqdn, { path: '/any/page' })).body, '<h1>built</h1>');
    assert.equal((await bench.ask(app.fqdn, { path: '/_redirects' })).body, '<h1>built</h1>');
  });

  test('an application in a folder of a repository is built and started there', async () => {
    const { driver, git, bench } = opened;
    const app = await opened.app();
    const repository = await git.commit('monorepo', {
      'apps/web/package.json': manifest({ build: 'node build.cjs', start: 'node server.js' }),
      'apps/web/build.cjs': "require('node:fs').writeFileSync('version.json', '7'); console.log(process.cwd());",
      'apps/web/server.js': SERVER,
    });
    const p = buildProgress();
    const settings = { root_folder: 'apps/web', runtime: 'node' } as const;
    await driver.build(app.siteId, gitBuild('one', repository, { settings }), p).catch((error: unknown) => {
      throw new Error(p.lines.join('\n'), { cause: error });
    });
    assert.ok(p.lines.includes('/app/apps/web'), p.lines.join('\n'));
    await driver.publish(app.siteId, 'one', progress());
    assert.equal((await bench.ask(app.fqdn, { path: '/' })).body, 'version 7');
  });

  test('a server answers, is switched, rolled back, and sleeps', async () => {
    const { driver, git, bench } = opened;
    const app = await opened.app();
    const files = (version: number) => ({
      'package.json': manifest({ start: 'node server.js' }),
      'server.js': SERVER,
      'version.json': String(version),
    });
    const p = buildProgress();
    const first = await git.commit('server', files(1));
    const release = await driver.build(app.siteId, gitBuild('one', first, { run: { GREETING: 'hello' } }), p);
    assert.equal(release.runtime, 'node', p.lines.join('\n'));
    await driver.publish(app.siteId, 'one', progress());
    assert.equal((await bench.ask(app.fqdn, { path: '/' })).body, 'version 1');
    assert.equal((await bench.ask(app.fqdn, { path: '/env' })).body, 'hello');
    await driver.build(app.siteId, gitBuild('two', await git.commit('server', files(2))), buildProgress());
    await driver.publish(app.siteId, 'two', progress());
    assert.equal((await bench.ask(app.fqdn, { path: '/' })).body, 'version 2');
    await driver.publish(app.siteId, 'one', progress());
    assert.equal((await bench.ask(app.fqdn, { path: '/' })).body, 'version 1');
    await driver.sleep(app.siteId);
    assert.ok(!driver.running().includes(app.siteId));
    await driver.start(app.siteId);
    assert.equal((await bench.ask(app.fqdn, { path: '/' })).body, 'version 1');
    assert.equal((await driver.verify(app.siteId, app.fqdn)).ok, true);
    const { lines } = await driver.serverLog(app.siteId);
    assert.ok(lines.includes('/env'), lines.join('\n'));
  });
});
