import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Release } from '@panel/contract/release';
import { publishBundled } from '../../src/modules/release/bundled-releases.ts';
import { MovedClock, openPanel, type ReleasePanel } from './release-support.ts';

const DAY = 24 * 3_600_000;

const versions = async (panel: ReleasePanel) =>
  ((await panel.operator('GET', '/platform/releases?package=mf-help')).body['pageElements'] as { version: string }[]).map(({ version }) => version).sort();

test('clean-up takes what nothing asks for any more, and leaves what a page or a roll-back may need', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  const made = () => new Date(clock.now()).toISOString();
  for (const mark of ['2', '3', '4', '5']) {
    await panel.publish('mf-help', mark, (release) => ({ ...release, createdAt: made() }));
    await panel.change('mf-help', 'promote');
  }
  await panel.publish('mf-help', '6', (release) => ({ ...release, createdAt: made() }));
  const cleanUp = async (more: Record<string, unknown> = {}) => (await panel.operator('POST', '/platform/releases/clean-up', more)).body;
  assert.deepEqual((await cleanUp())['removed'], [], 'all of them are young');

  clock.offsetMs = 31 * DAY;
  // An open page of the second release asks for one of its parts.
  assert.equal((await panel.server.anonymous(panel.partner).get('/remotes/mf-help/mf-helpv2/look.css', { accept: '*/*' })).status, 200);
  await panel.change('mf-help', 'pin', { version: 'mf-helpv6', partner: panel.other.domain });
  const dry = await cleanUp({ dryRun: true });
  assert.deepEqual(dry['removed'], [{ package: 'mf-help', version: 'mf-helpv1' }]);
  assert.equal((await versions(panel)).length, 6);
  await panel.server.app.releases.store.put({ package: 'mf-gone', version: 'v1' }, new Map([['manifest.json', Buffer.from('{}')]]));

  assert.deepEqual((await cleanUp())['removed'], dry['removed']);
  assert.deepEqual(await versions(panel), ['2', '3', '4', '5', '6'].map((mark) => `mf-helpv${mark}`), 'asked for, the last three stable ones, and the pinned one');
  assert.equal((await panel.server.app.releases.store.list()).some((id) => id.package === 'mf-gone' || id.version === 'mf-helpv1'), false);
  assert.equal((await panel.server.anonymous(panel.partner).get('/remotes/mf-help/mf-helpv3/look.css', { accept: '*/*' })).status, 200);
  const last = await panel.operator('GET', '/platform/changes?pageSize=1');
  assert.match(JSON.stringify(last.body['pageElements']), /mf-help mf-helpv1 was removed: nothing has asked for it in 30 days/);

  await publishBundled(panel.server.app, panel.root);
  assert.equal(await panel.version('mf-help'), 'mf-helpv5', 'what came with the panel is new only once');
  const dress = (name: string) => (release: Release) => ({ ...release, createdAt: made(), manifest: { ...release.manifest, name } });
  assert.equal((await panel.publish('mf-help', '1', dress('Another'))).body['code'], 'RELEASE_EXISTS', 'a version is never another one');
  assert.equal((await panel.publish('mf-help', '1', dress('mf-help'))).body['existed'], false, 'the same may come back');
  assert.equal((await panel.server.anonymous(panel.partner).get('/remotes/mf-help/mf-helpv1/look.css', { accept: '*/*' })).status, 200);
});
