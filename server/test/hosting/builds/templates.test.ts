import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { edgeSite } from '../../edge/edge-support.ts';
import { listTemplates, templatePicture, type SiteSpec } from '../../../src/hosting/index.ts';
import type { Release } from '../../../src/hosting/driver.ts';
import { progress } from '../hosting-support.ts';
import { buildProgress, openBuildHost, type BuildHost } from './build-support.ts';

let opened: BuildHost;
before(async () => {
  opened = await openBuildHost();
});
after(() => opened.close());

const found = await listTemplates(null);

describe('templates', () => {
  test('each says what it is, and files need nothing of this machine', async () => {
    assert.ok(found.length >= 3);
    for (const template of await listTemplates('no bubblewrap')) {
      const needsNothing = template.runtime === 'static' && template.backend === undefined;
      assert.equal(template.missing, needsNothing ? null : 'no bubblewrap', template.id);
    }
  });

  test('each has a picture', async () => {
    for (const { id, picture } of found) {
      assert.match(picture ?? '', new RegExp(`^/template-picture/${id}/[0-9a-f]{16}\\.png$`));
      assert.deepEqual((await templatePicture(id))?.subarray(1, 4).toString(), 'PNG', id);
    }
    assert.equal(await templatePicture('../static-page'), null);
  });

  for (const { id, runtime } of found)
    test(`${id} answers`, { skip: runtime === 'node' && process.platform !== 'linux' }, async () => {
      const { driver, bench } = opened;
      const app = await opened.app();
      const release = await build(app, id);
      assert.equal(release.runtime, runtime);
      await driver.publish(app.siteId, 'one', progress());
      const { status, body } = await bench.ask(app.fqdn, { path: '/' });
      assert.equal(status, 200);
      assert.match(body, runtime === 'static' ? /<!doctype html>/i : /It works/);
    });

  test('the notes are kept in the database of their back end', { skip: process.platform !== 'linux' }, async () => {
    const { driver, bench } = opened;
    const [front, back] = [await opened.app(), await opened.app()];
    await build(front, 'notes');
    await build(back, found.find(({ id }) => id === 'notes')?.backend ?? '');
    await driver.publish(front.siteId, 'one', progress());
    await driver.setAppDatabase(back.siteId, 'of-notes');
    await driver.publish(back.siteId, 'one', progress());
    const { siteId, kind, status, limits } = edgeSite(back.siteId, back.fqdn, { kind: 'node' });
    bench.sites.set(front.fqdn, {
      ...edgeSite(front.siteId, front.fqdn, { kind: 'node' }),
      backend: { siteId, kind, status, limits },
    });
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await bench.ask(front.fqdn, { path, method, headers, body: body && JSON.stringify(body) });
      return { ...answer, json: JSON.parse(answer.body) as { id: string; text: string }[] };
    };
    assert.deepEqual((await ask('GET', '/api/notes')).json, []);
    assert.equal((await ask('POST', '/api/notes', { text: ' ' })).status, 400);
    await ask('POST', '/api/notes', { text: "Robert'); drop table note;--" });
    await driver.sleep(back.siteId);
    const { json } = await ask('GET', '/api/notes');
    assert.deepEqual(json, [{ id: '1', text: "Robert'); drop table note;--" }]);
    assert.deepEqual((await ask('DELETE', '/api/notes/1')).json, []);
  });
});

function build(app: SiteSpec, id: string): Promise<Release> {
  const p = buildProgress();
  const spec = {
    buildId: 'one',
    source: { kind: 'template', id },
    settings: {},
    variables: { build: {}, run: {} },
  } as const;
  return opened.driver.build(app.siteId, spec, p).catch((error: unknown) => {
    throw new Error(p.lines.join('\n'), { cause: error });
  });
}
