import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HostingError, type SiteSpec } from '../../../src/hosting/index.ts';
import { progress, until } from '../hosting-support.ts';
import { buildProgress, gitBuild, openBuildHost, processesOf, type BuildHost } from './build-support.ts';

let opened: BuildHost;
before(async () => {
  opened = await openBuildHost({ buildLimits: { startMs: 15_000 } });
});
after(() => opened.close());

const manifest = JSON.stringify({ name: 'app', private: true, scripts: { start: 'node server.mjs' } });
const settings = { install_command: 'npm --version' };
/** A server that answers with a text; `more` runs in it. */
const serverOf = (text: string, more = '') => `
  import { createServer } from 'node:http';
  ${more}
  createServer((req, res) => {
    if (req.url === '/slow') return setTimeout(() => res.end('slow ${text}'), 700);
    res.end('${text}');
  }).listen(process.env.PORT, '127.0.0.1');`;

async function release(app: SiteSpec, id: string, code: string): Promise<void> {
  const repository = await opened.git.commit(`${app.siteId}`, { 'package.json': manifest, 'server.mjs': code, id });
  const p = buildProgress();
  await opened.driver.build(app.siteId, gitBuild(id, repository, { settings }), p).catch((error: unknown) => {
    throw new Error(p.lines.join('\n'), { cause: error });
  });
}
const publish = (app: SiteSpec, id: string) => opened.driver.publish(app.siteId, id, progress());
const visit = async (app: SiteSpec, path = '/') => (await opened.bench.ask(app.fqdn, { path })).body;
const failed = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof HostingError && error.code === 'START_FAILED', String(error));
  assert.match(error.message, pattern);
  return true;
};

describe('servers', () => {
  test('one that never listens, ends at once or fails is not published, and the live one stays', async () => {
    const { driver } = opened;
    const app = await opened.app();
    await release(app, 'good', serverOf('good'));
    await publish(app, 'good');
    for (const [id, code, pattern] of [
      ['silent', 'setInterval(() => {}, 1000)', /did not listen/],
      ['gone', "console.error('no settings'); process.exit(4)", /ended before it listened, with exit code 4/],
      [
        'failing',
        "import { createServer } from 'node:http'; createServer((q, s) => s.writeHead(500).end()).listen(process.env.PORT, '127.0.0.1')",
        /status 500/,
      ],
    ] as const) {
      await release(app, id, code);
      await assert.rejects(publish(app, id), failed(pattern));
      assert.equal(await driver.liveRelease(app.siteId), 'good');
      assert.equal(await visit(app), 'good');
    }
    const { lines } = await driver.serverLog(app.siteId);
    assert.ok(lines.includes('no settings'), lines.join('\n'));
  });

  test('a switch loses no request, those that run included', async () => {
    const { driver } = opened;
    const app = await opened.app();
    await release(app, 'one', serverOf('one'));
    await release(app, 'two', serverOf('two'));
    await publish(app, 'one');
    const texts: string[] = [];
    let over = false;
    const visitor = async (path: string) => {
      while (!over) texts.push(await visit(app, path).catch((error: unknown) => String(error)));
    };
    const visitors = ['/', '/', '/slow'].map(visitor);
    await publish(app, 'two');
    await publish(app, 'one');
    over = true;
    await Promise.all(visitors);
    const lost = texts.filter((text) => !/^(?:slow )?(?:one|two)$/.test(text));
    assert.deepEqual(lost, []);
    assert.ok(texts.length > 20 && texts.includes('two'));
    assert.equal(await driver.liveRelease(app.siteId), 'one');
  });

  test('one that does not end when it is asked to is ended, and wakes with the next request', async () => {
    const { driver } = opened;
    const app = await opened.app();
    await release(app, 'one', serverOf('one', "process.on('SIGTERM', () => console.log('no'));"));
    await publish(app, 'one');
    await driver.stop(app.siteId);
    assert.equal(await processesOf(app.siteId), 0);
    await driver.start(app.siteId);
    assert.equal(await visit(app), 'one');
  });

  test('one that ends again and again is held back, and says so', async () => {
    const { driver } = opened;
    const app = await opened.app();
    await release(app, 'one', serverOf('one', 'setTimeout(() => process.exit(1), 1500);'));
    await publish(app, 'one');
    assert.equal(await visit(app), 'one');
    let said = '';
    await until('the server is held back', async () => {
      await driver.start(app.siteId).catch((error: unknown) => void (said = String(error)));
      return said === '' ? undefined : said;
    });
    assert.match(said, /ended \d+ times? shortly after it started/);
  });
});
