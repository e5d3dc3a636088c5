import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { Beacon, ReleaseStats } from '@panel/contract';
import { notification, releaseFailure, releaseStat } from '../../src/db/schema.ts';
import { sweepExpired } from '../../src/start/sweeps.ts';
import { addFailures, FAILURES_KEPT, FAILURES_OF_NETWORK } from '../../src/platform/release/beacon.repo.ts';
import type { PartnerRow } from '../../src/testing/index.ts';
import { MovedClock, openPanel, type ReleasePanel } from './release-support.ts';
import { BEHIND_PROXY, openPageView, tell } from './page-view-support.ts';

const HELP = { package: 'mf-help', version: 'mf-helpv2' };
const FAILED: Beacon = { ...HELP, kind: 'error', reason: 'P203', detail: 'chunk.js' };

async function withSecond(panel: ReleasePanel): Promise<void> {
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
}

test('failures of three visitors on three networks within a minute hold a release back for that partner, and notify the operators', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  const superadmin = await panel.server.scenario.superadmin();
  await withSecond(panel);
  const view = await openPageView(panel);
  for (let i = 0; i < 5; i++) assert.equal((await view.tell([FAILED, FAILED])).status, 200);
  await tell(panel, [FAILED]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2', 'two page views, however often they report it');
  await tell(panel, [FAILED]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
  assert.equal(await panel.version('mf-help', panel.server.anonymous(panel.other)), 'mf-helpv2');
  await tell(panel, [FAILED]);
  const told = await panel.server.db.select().from(notification).where(eq(notification.userId, superadmin.id));
  assert.deepEqual(
    told.map(({ type, link }) => [type, link]),
    [['release_blocked', '/admin/releases']],
  );
  assert.match(
    told[0]?.description ?? '',
    new RegExp(
      `mf-help mf-helpv2 is held back for ${panel.partner.domain}, which runs mf-helpv1 instead; 3 visitors on 3 networks within a minute: .*\\(P203\\)`,
    ),
  );
  const { body } = await panel.operator('GET', '/platform/changes?pageSize=1');
  assert.deepEqual(
    (body['pageElements'] as { by: string; action: string; partner: string }[]).map(({ by, action, partner }) => [
      by,
      action,
      partner,
    ]),
    [['browsers', 'block', panel.partner.domain]],
  );
  await panel.change('mf-help', 'unblock', { version: 'mf-helpv2', partner: panel.partner.domain });
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
});

test('the shell is held back like any remote, and a browser that could not run it gets the previous one immediately', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  const superadmin = await panel.server.scenario.superadmin();
  const shellOf = async (cookie = '') => {
    const browser = panel.server.anonymous(panel.partner);
    const { text } = await browser.get('/login', { accept: 'text/html', ...(cookie && { cookie }) });
    return /<script [^>]*src="\/shell\/([^/]+)\//.exec(text)?.[1];
  };
  const avoiding = (release: string) => shellOf(`panel_avoid=${release}`);
  assert.equal(await avoiding('shell@shellv1'), 'shellv1', 'rather the only one than none');
  await panel.publish('shell', '2');
  await panel.change('shell', 'promote');
  assert.equal(await shellOf(), 'shellv2');
  assert.equal(await avoiding('shell@shellv2'), 'shellv1');
  for (const nothing of [
    'shellv2',
    'shell@shellv9',
    'mf-help@shellv2',
    'shell@../x',
    'shell@shellv2; panel_avoid=shell@shellv2',
  ])
    assert.equal(await avoiding(nothing), 'shellv2', nothing);
  assert.deepEqual((await panel.registry()).shell, 'shellv2');
  const failed: Beacon = {
    package: 'shell',
    version: 'shellv2',
    kind: 'error',
    reason: 'P205',
    detail: 'x is undefined',
  };
  for (let i = 0; i < 3; i++) assert.equal((await tell(panel, [failed])).status, 200);
  assert.equal(await shellOf(), 'shellv1');
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
  const told = await panel.server.db.select().from(notification).where(eq(notification.userId, superadmin.id));
  assert.match(told[0]?.description ?? '', /shell shellv2 is held back for .*, which runs shellv1 instead; .*\(P205\)/);
});

test('failures that do not count, an only release, or old failures hold nothing back', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, BEHIND_PROXY, { clock });
  const many = async (event: Beacon, pauseMs = 0) => {
    for (let i = 0; i < 4; i++) {
      await tell(panel, [event]);
      clock.offsetMs += pauseMs;
    }
  };
  await many({ ...FAILED, version: 'mf-helpv1' });
  assert.equal(await panel.version('mf-help'), 'mf-helpv1', 'rather a section with its error than none');
  await withSecond(panel);
  await many({ ...FAILED, reason: 'P207' });
  await many({ ...FAILED, reason: 'P301' });
  await many({ ...FAILED, version: 'mf-helpv1' });
  await many(FAILED, 61_000);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
});

test('many page views of one visitor, or of two networks, hold nothing back', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  await withSecond(panel);
  const one = panel.server.anonymous(panel.partner);
  for (let i = 0; i < 5; i++) await tell(panel, [FAILED], { browser: one });
  assert.equal(await panel.version('mf-help'), 'mf-helpv2', 'one visitor on five networks');
  await panel.server.db.delete(releaseFailure);
  for (let i = 1; i < 6; i++) await tell(panel, [FAILED], { ip: `203.0.113.${i}` });
  for (let i = 1; i < 6; i++) await tell(panel, [FAILED], { ip: `2001:db8:1:${i}::1` });
  assert.equal(await panel.version('mf-help'), 'mf-helpv2', 'ten visitors on two networks');
});

test('a release is held back only within an hour after it went live; a new release is fresh again', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, BEHIND_PROXY, { clock });
  await withSecond(panel);
  const three = async (event: Beacon) => {
    for (let i = 0; i < 3; i++) await tell(panel, [event]);
  };
  clock.offsetMs = 61 * 60_000;
  await three(FAILED);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  assert.equal((await panel.running('mf-help', panel.partner)).stats.errors, 3, 'it is counted all the same');
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'promote');
  clock.offsetMs += 59 * 60_000;
  await three({ ...FAILED, version: 'mf-helpv3' });
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
});

test('a release that was held back before does not replace another', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  await withSecond(panel);
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'promote');
  await panel.change('mf-help', 'block', { version: 'mf-helpv2' });
  for (let i = 0; i < 3; i++) await tell(panel, [{ ...FAILED, version: 'mf-helpv3' }]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
});

test('loads and failures are counted per release and partner, with their times', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  await withSecond(panel);
  for (const ms of [100, 200, 300, 400, 4000]) await tell(panel, [{ ...HELP, kind: 'load', ms }]);
  await tell(
    panel,
    [
      { ...HELP, kind: 'load', ms: 100 },
      { ...HELP, kind: 'error', reason: 'P207' },
    ],
    { at: panel.other },
  );
  const { stats } = await panel.running('mf-help', panel.partner);
  assert.deepEqual([stats.loads, stats.errors], [5, 0]);
  assert.ok(Math.abs((stats.loadMsMedian ?? 0) - 300) < 60, `median ${stats.loadMsMedian}`);
  assert.ok(Math.abs((stats.loadMsP75 ?? 0) - 400) < 80, `p75 ${stats.loadMsP75}`);
  const { body } = await panel.operator('GET', '/platform/releases?package=mf-help');
  const all = (body['pageElements'] as { version: string; stats: ReleaseStats }[]).find(
    ({ version }) => version === 'mf-helpv2',
  )?.stats;
  assert.deepEqual([all?.loads, all?.errors, all?.reasons], [6, 1, { P207: 1 }]);
});

test('only existing releases are counted, within limits, and only from a page of the panel', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  const rows = async () => (await panel.server.db.select().from(releaseStat)).length;
  await tell(panel, [
    { package: 'mf-none', version: 'v1', kind: 'load', ms: 1 },
    { package: 'mf-help', version: 'unknown', kind: 'error', reason: 'P201' },
  ]);
  assert.equal(await rows(), 0);
  const bare = await panel.server.anonymous(panel.partner).post('/platform/beacons', { events: [FAILED] });
  assert.equal(bare.body['code'], 'CSRF');
  const view = await openPageView(panel);
  for (const wrong of [
    { token: '!' },
    { events: [] },
    { events: Array.from({ length: 51 }, () => FAILED) },
    { events: [{ ...FAILED, ms: -1 }] },
  ])
    assert.equal((await view.tell([FAILED], wrong)).status, 422, JSON.stringify(wrong).slice(0, 80));
  let last = 200;
  for (let i = 0; i < 130 && last === 200; i++)
    last = (await view.tell([{ ...HELP, version: 'mf-helpv1', kind: 'load', ms: 5 }])).status;
  assert.equal(last, 429);
});

test('single failures are kept for a day, counts for a month', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, BEHIND_PROXY, { clock });
  await withSecond(panel);
  const rows = async () => [
    (await panel.server.db.select().from(releaseFailure)).length,
    (await panel.server.db.select().from(releaseStat)).length,
  ];
  const after = async (hours: number) => {
    clock.offsetMs = hours * 3_600_000;
    await sweepExpired(panel.server.app);
    return rows();
  };
  await tell(panel, [FAILED]);
  assert.deepEqual(
    [await after(23), await after(25), await after(30 * 24), await after(32 * 24)],
    [
      [1, 1],
      [0, 1],
      [0, 1],
      [0, 0],
    ],
  );
});

test('of many failures the latest stay, for each release and partner', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  await withSecond(panel);
  const { db } = panel.server;
  const began = Date.now() - 3_600_000;
  const many = (partner: PartnerRow, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...HELP,
      partnerId: partner.id,
      view: `view-${i}`,
      visitor: `visitor-${i}`,
      network: `network-${i}`,
      reason: 'P203' as const,
      detail: '',
      createdAt: new Date(began + i),
    }));
  await addFailures(db, many(panel.other, 5));
  await addFailures(db, many(panel.partner, FAILURES_KEPT));
  assert.equal((await tell(panel, [FAILED])).status, 200);
  const kept = await db.select().from(releaseFailure);
  const views = kept.filter(({ partnerId }) => partnerId === panel.partner.id).map(({ view }) => view);
  assert.deepEqual(
    [kept.length, views.length, views.includes('view-0'), views.includes('view-1')],
    [FAILURES_KEPT + 5, FAILURES_KEPT, false, true],
  );
  for (let i = 0; i < FAILURES_OF_NETWORK + 5; i++) await tell(panel, [FAILED], { ip: '203.0.113.9' });
  const rest = (await db.select().from(releaseFailure)).map(({ view }) => view);
  assert.equal(rest.filter((view) => view.startsWith('view-')).length, FAILURES_KEPT + 4 - FAILURES_OF_NETWORK);
});
