import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Release } from '@panel/contract/release';
import { publishBundled } from '../../src/platform/release/bundled-releases.ts';
import { claimRelease, findRelease } from '../../src/platform/release/release.repo.ts';
import { anotherProcess, MovedClock, openPanel, type ReleasePanel } from './release-support.ts';

const DAY = 24 * 3_600_000;

const versions = async (panel: ReleasePanel) =>
  ((await panel.operator('GET', '/platform/releases?package=mf-help')).body['pageElements'] as { version: string }[])
    .map(({ version }) => version)
    .sort();

test('clean-up removes unused releases, and keeps what a page or a rollback may need', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  const made = () => new Date(clock.now()).toISOString();
  for (const mark of ['2', '3', '4', '5']) {
    await panel.publish('mf-help', mark, (release) => ({ ...release, createdAt: made() }));
    await panel.change('mf-help', 'promote');
  }
  await panel.publish('mf-help', '6', (release) => ({ ...release, createdAt: made() }));
  const cleanUp = async (more: Record<string, unknown> = {}) =>
    (await panel.operator('POST', '/platform/releases/clean-up', more)).body;
  assert.deepEqual((await cleanUp())['removed'], [], 'all of them are young');

  clock.offsetMs = 31 * DAY;
  // An open page of the second release requests one of its parts.
  assert.equal(
    (await panel.server.anonymous(panel.partner).get('/remotes/mf-help/mf-helpv2/look.css', { accept: '*/*' })).status,
    200,
  );
  await panel.change('mf-help', 'pin', { version: 'mf-helpv6', partner: panel.other.domain });
  const dry = await cleanUp({ dryRun: true });
  assert.deepEqual(dry['removed'], [{ package: 'mf-help', version: 'mf-helpv1' }]);
  assert.equal((await versions(panel)).length, 6);
  await panel.server.app.releases.store.put(
    { package: 'mf-gone', version: 'v1' },
    new Map([['manifest.json', Buffer.from('{}')]]),
  );

  assert.deepEqual((await cleanUp())['removed'], dry['removed']);
  assert.deepEqual(
    await versions(panel),
    ['2', '3', '4', '5', '6'].map((mark) => `mf-helpv${mark}`),
    'asked for, the last three stable ones, and the pinned one',
  );
  assert.equal(
    (await panel.server.app.releases.store.list()).some((id) => id.package === 'mf-gone' || id.version === 'mf-helpv1'),
    false,
  );
  assert.equal(
    (await panel.server.anonymous(panel.partner).get('/remotes/mf-help/mf-helpv3/look.css', { accept: '*/*' })).status,
    200,
  );
  const last = await panel.operator('GET', '/platform/changes?pageSize=1');
  assert.match(JSON.stringify(last.body['pageElements']), /mf-help mf-helpv1 was removed: not requested for 30 days/);

  await publishBundled(panel.server.app, panel.root);
  assert.equal(await panel.version('mf-help'), 'mf-helpv5', 'what came with the panel is new only once');
  const dress = (name: string) => (release: Release) => ({
    ...release,
    createdAt: made(),
    manifest: { ...release.manifest, name },
  });
  assert.equal(
    (await panel.publish('mf-help', '1', dress('Another'))).body['code'],
    'RELEASE_EXISTS',
    'a version is never another one',
  );
  assert.equal(
    (await panel.publish('mf-help', '1', dress('mf-help'))).body['existed'],
    false,
    'the same may come back',
  );
  assert.equal(
    (await panel.server.anonymous(panel.partner).get('/remotes/mf-help/mf-helpv1/look.css', { accept: '*/*' })).status,
    200,
  );
});

/** A panel whose clean-up has removed mf-helpv1, and a team's upload for that version. */
async function withRemoved(t: TestContext) {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  const send = (name = 'mf-help') =>
    panel.publish('mf-help', '1', (release) => ({
      ...release,
      createdAt: clock.now().toISOString(),
      manifest: { ...release.manifest, name },
    }));
  for (const mark of ['2', '3', '4']) {
    await panel.publish('mf-help', mark);
    await panel.change('mf-help', 'promote');
  }
  clock.offsetMs = 31 * DAY;
  const cleanUp = async () => (await panel.operator('POST', '/platform/releases/clean-up', {})).body['removed'];
  assert.deepEqual(await cleanUp(), [{ package: 'mf-help', version: 'mf-helpv1' }]);
  return { panel, clock, send, cleanUp };
}

test('a removed version whose upload fails is unchanged: other content is rejected, the same is accepted', async (t) => {
  const { panel, send } = await withRemoved(t);
  const store = path.join(panel.server.dataDir, 'releases');
  renameSync(store, `${store}.away`);
  writeFileSync(store, 'no folder');
  assert.equal((await send()).body['code'], 'STORE_UNAVAILABLE');
  rmSync(store);
  renameSync(`${store}.away`, store);
  assert.equal((await send('Another')).body['code'], 'RELEASE_EXISTS');
  assert.equal((await versions(panel)).includes('mf-helpv1'), false, 'nothing of the failed upload is seen');
  assert.equal((await send()).body['existed'], false);
  assert.equal((await versions(panel)).includes('mf-helpv1'), true);
});

test('killed while a removed version is uploaded again: its content never changes, clean-up leaves the upload, and the start frees it', async (t) => {
  const { panel, clock, send, cleanUp } = await withRemoved(t);
  const id = { package: 'mf-help', version: 'mf-helpv1' };
  const { db, releases } = panel.server.app;
  const row = await findRelease(db, id);
  assert.ok(row);
  clock.offsetMs += 60_000;
  assert.equal(await claimRelease(db, { ...row, claimedAt: clock.now() }, new Date(0)), true);
  assert.match((await send()).text, /is being published by someone else/);
  await releases.store.put(id, new Map([['chunk.js', Buffer.from('on its way')]]));
  await cleanUp();
  assert.ok(await releases.store.get(id, 'chunk.js'), 'files on their way are no leftovers');
  clock.offsetMs += DAY;
  assert.equal((await send('Another')).body['code'], 'RELEASE_EXISTS', 'however long ago that was');
  assert.equal(await claimRelease(db, { ...row, contentDigest: 'other', claimedAt: clock.now() }, clock.now()), false);
  await cleanUp();
  assert.equal(await releases.store.get(id, 'chunk.js'), null, 'an upload that broke off leaves nothing');
  assert.equal(
    await claimRelease(db, { ...row, claimedAt: clock.now() }, new Date(clock.now().getTime() - 60_000)),
    true,
  );
  await anotherProcess(t, panel, { alone: true });
  assert.equal((await send()).body['existed'], false);
});
