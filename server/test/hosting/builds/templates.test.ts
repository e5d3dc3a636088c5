import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listTemplates, templatePicture } from '../../../src/hosting/index.ts';
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
    for (const template of await listTemplates('no bubblewrap'))
      assert.equal(template.missing, template.runtime === 'static' ? null : 'no bubblewrap', template.id);
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
      const p = buildProgress();
      const spec = {
        buildId: 'one',
        source: { kind: 'template', id },
        settings: {},
        variables: { build: {}, run: {} },
      } as const;
      const release = await driver.build(app.siteId, spec, p).catch((error: unknown) => {
        throw new Error(p.lines.join('\n'), { cause: error });
      });
      assert.equal(release.runtime, runtime);
      await driver.publish(app.siteId, 'one', progress());
      const { status, body } = await bench.ask(app.fqdn, { path: '/' });
      assert.equal(status, 200);
      assert.match(body, runtime === 'static' ? /<!doctype html>/i : /It works/);
    });
});
