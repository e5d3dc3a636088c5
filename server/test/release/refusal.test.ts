import assert from 'node:assert/strict';
import { cpSync, renameSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { eq } from 'drizzle-orm';
import type { ReleaseInfo } from '@panel/contract';
import { notification } from '../../src/db/schema.ts';
import { listReleases, listRunning } from '../../src/platform/release/release-list.service.ts';
import { lookAgain } from '../../src/platform/release/refusals.ts';
import { until } from '../../src/testing/index.ts';
import { anotherProcess, MovedClock, openPanel, type ReleasePanel } from './release-support.ts';

const PAGE = { pageIndex: 0, pageSize: 20 };
const V2 = { package: 'mf-help', version: 'mf-helpv2' };

/** A panel with two releases of mf-help, the second one stable for all, and an operator. */
async function withTwo(t: TestContext) {
  const clock = new MovedClock();
  const panel = await openPanel(t, {}, { clock });
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  return { panel, clock, superadmin: await panel.server.scenario.superadmin() };
}

/** A process that has just started, and its list of mf-help. */
async function started(t: TestContext, panel: ReleasePanel) {
  const { app, releases, help } = await anotherProcess(t, panel);
  return {
    app,
    releases,
    /** A page view; returns the version of mf-help that runs. */
    view: async () => (await help())?.release.version,
    row: async () =>
      (await listRunning(app, { package: 'mf-help' }, null)).running.find(
        (each) => each.partner === panel.partner.domain,
      ),
    release: async (): Promise<ReleaseInfo | undefined> =>
      (await listReleases(app, { ...PAGE, package: 'mf-help' }, null)).pageElements.find(
        ({ version }) => version === V2.version,
      ),
  };
}

const fileOf = ({ server }: ReleasePanel, file: string, version = V2.version) =>
  path.join(server.dataDir, 'releases', 'mf-help', version, file);
const takeAway = (panel: ReleasePanel, version?: string) =>
  renameSync(fileOf(panel, 'manifest.json', version), fileOf(panel, 'kept', version));
const repairRelease = (panel: ReleasePanel) => renameSync(fileOf(panel, 'kept'), fileOf(panel, 'manifest.json'));

const toldTo = async ({ server }: ReleasePanel, { id }: { id: string }) =>
  (await server.db.select().from(notification).where(eq(notification.userId, id)).orderBy(notification.createdAt)).map(
    ({ type, link, description }) => ({ type, link, description }),
  );

test('a refused release: the row and the release show the number and since when, and the operators are notified once', async (t) => {
  const { panel, superadmin } = await withTwo(t);
  takeAway(panel);
  const { view, row, release, releases } = await started(t, panel);
  for (let i = 0; i < 3; i++) assert.equal(await view(), 'mf-helpv1');
  await until('the operators’ notification', async () => (await toldTo(panel, superadmin)).length > 0);
  const runs = await row();
  assert.deepEqual([runs?.version, runs?.by], ['mf-helpv1', 'fallback']);
  const refused = runs?.refused ?? [];
  assert.deepEqual(
    refused.map(({ version, error }) => [version, error]),
    [['mf-helpv2', 'P101']],
  );
  assert.deepEqual((await release())?.refused, { error: 'P101', since: refused[0]?.since });
  await releases.close();

  const restarted = await started(t, panel);
  assert.equal(await restarted.view(), 'mf-helpv1');
  assert.equal((await restarted.row())?.refused[0]?.since, refused[0]?.since, 'a restart is not the beginning');
  await restarted.releases.close();
  const hosts = [panel.partner.domain, panel.other.domain].sort().join(', ');
  assert.deepEqual(await toldTo(panel, superadmin), [
    {
      type: 'release_blocked',
      link: '/admin/releases',
      description: `mf-help mf-helpv2 is not served: Its release is not in the storage. (P101) mf-helpv1 runs instead at ${hosts}.`,
    },
  ]);
});

test('two processes that find it at the same time notify once', async (t) => {
  const { panel, superadmin } = await withTwo(t);
  takeAway(panel);
  const both = [await started(t, panel), await started(t, panel)];
  await Promise.all(both.map(({ view }) => view()));
  await Promise.all(both.map(({ releases }) => releases.close()));
  assert.equal((await toldTo(panel, superadmin)).length, 1);
});

test('once repaired, the same process serves it again, and notifies again when it breaks once more', async (t) => {
  const { panel, clock, superadmin } = await withTwo(t);
  takeAway(panel);
  const { view, row, release, releases } = await started(t, panel);
  assert.equal(await view(), 'mf-helpv1');
  repairRelease(panel);
  await until('the release to run again', async () => (await view()) === 'mf-helpv2');
  await until('the list without it', async () => (await row())?.refused.length === 0);
  assert.equal((await release())?.refused, null);
  await releases.close();
  clock.offsetMs += 60_000;
  takeAway(panel);
  const restarted = await started(t, panel);
  assert.equal(await restarted.view(), 'mf-helpv1');
  await restarted.releases.close();
  assert.equal((await toldTo(panel, superadmin)).length, 2);
});

test('a valid state for a moment only changes nothing: no new notification, and the start time stays', async (t) => {
  const { panel, clock, superadmin } = await withTwo(t);
  const since: (string | undefined)[] = [];
  for (let i = 0; i < 2; i++) {
    takeAway(panel);
    const found = await started(t, panel);
    await found.view();
    await until('it to be written', async () => (await found.releases.state()).refusal(V2) !== null);
    since.push((await found.row())?.refused[0]?.since);
    await found.releases.close();
    repairRelease(panel);
    const whole = await started(t, panel);
    await whole.view();
    await whole.releases.close();
    clock.offsetMs += 1000;
  }
  assert.equal(since[0], since[1]);
  assert.equal((await toldTo(panel, superadmin)).length, 1);
});

test('a process that had opened it before considers it valid until a check, then agrees with the others', async (t) => {
  const { panel } = await withTwo(t);
  const before = await started(t, panel);
  assert.equal(await before.view(), 'mf-helpv2');
  takeAway(panel);
  assert.equal(await before.view(), 'mf-helpv2');
  const after = await started(t, panel);
  assert.equal(await after.view(), 'mf-helpv1');
  await until('both to say it', async () => (await before.row())?.version === 'mf-helpv1');
  repairRelease(panel);
  // No page requests it any more; the periodic check finds it repaired.
  await until('it to be called whole', async () => {
    await lookAgain(after.app);
    return (await panel.server.app.releases.state()).refusals.length === 0;
  });
});

test('another number is another state, and notifies again', async (t) => {
  const { panel, superadmin } = await withTwo(t);
  takeAway(panel);
  const first = await started(t, panel);
  await first.view();
  await first.releases.close();
  cpSync(fileOf(panel, 'manifest.json', 'mf-helpv1'), fileOf(panel, 'manifest.json'));
  cpSync(fileOf(panel, 'manifest.sig.json', 'mf-helpv1'), fileOf(panel, 'manifest.sig.json'));
  const second = await started(t, panel);
  assert.equal((await second.row())?.refused[0]?.error, 'P104');
  await second.releases.close();
  assert.deepEqual(
    (await toldTo(panel, superadmin)).map(({ description }) => /\((P\d+)\)/.exec(description)?.[1]),
    ['P101', 'P104'],
  );
});

test('without an older release that can run, and where nobody should get it', async (t) => {
  const { panel, superadmin } = await withTwo(t);
  await panel.publish('mf-help', '3');
  takeAway(panel, 'mf-helpv3');
  const unused = await started(t, panel);
  assert.equal((await unused.releases.open({ package: 'mf-help', version: 'mf-helpv3' }))?.refused, 'P101');
  await unused.releases.close();
  assert.deepEqual(await toldTo(panel, superadmin), [], 'no line hands it out');
  takeAway(panel);
  takeAway(panel, 'mf-helpv1');
  const { row, releases } = await started(t, panel);
  const runs = await row();
  assert.deepEqual(
    [runs?.version, runs?.refused.map(({ version }) => version)],
    ['mf-helpv2', ['mf-helpv2', 'mf-helpv1']],
  );
  await releases.close();
  assert.match(
    (await toldTo(panel, superadmin)).at(-1)?.description ?? '',
    /mf-helpv1 is not served.*There is no older release to run at /,
  );
});
