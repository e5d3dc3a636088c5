import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { Page, Registry, ReleaseInfo } from '@panel/contract';
import { notification } from '../../src/db/schema.ts';
import { publishBundled } from '../../src/platform/release/bundled-releases.ts';
import { cleanUp } from '../../src/platform/release/clean-up.service.ts';
import { BEHIND_PROXY, openPageView, tell } from './page-view-support.ts';
import { anotherProcess, openPanel, type ReleasePanel } from './release-support.ts';

const REASON = 'It sends passwords elsewhere.';

async function openWith(t: Parameters<typeof openPanel>[0], ...marks: string[]) {
  const panel = await openPanel(t, BEHIND_PROXY);
  for (const mark of marks) {
    await panel.publish('mf-help', mark);
    await panel.change('mf-help', 'promote');
  }
  return panel;
}

const revoke = (panel: ReleasePanel, version: string, id = 'mf-help') =>
  panel.change(id, 'revoke', { version, reason: REASON });
const refusedText = async (panel: ReleasePanel, id: string, body: object) =>
  (await panel.operator('POST', `/platform/channels/${id}`, body)).body['message'] as string;
const fileOf = (panel: ReleasePanel, version: string, file: string) =>
  panel.server.anonymous(panel.partner).get(`/remotes/mf-help/${version}/${file}`, { accept: '*/*' });
const entryOf = async (panel: ReleasePanel, query = '') =>
  (await panel.registry(undefined, query)).remotes.find(({ manifest }) => manifest.id === 'mf-help');

test('a revoked release is not served to anybody: by no policy, no claim of a tab, no cookie, no address of a file', async (t) => {
  const panel = await openWith(t, '2', '3');
  const superadmin = await panel.server.scenario.superadmin();
  await panel.change('mf-help', 'pin', { version: 'mf-helpv3', partner: panel.other.domain });
  const entry = (await entryOf(panel))?.entry.split('/').at(-1) ?? '';
  for (const file of [entry, 'chunk.js', 'files.json'])
    assert.equal((await fileOf(panel, 'mf-helpv3', file)).status, 200, file);
  await revoke(panel, 'mf-helpv3');
  const other = panel.server.anonymous(panel.other);
  assert.deepEqual([await panel.version('mf-help'), await panel.version('mf-help', other)], ['mf-helpv2', 'mf-helpv2']);
  for (const file of [entry, 'chunk.js', 'files.json'])
    assert.equal((await fileOf(panel, 'mf-helpv3', file)).status, 404, file);
  assert.equal(await panel.version('mf-help', undefined, '?avoid=mf-help@mf-helpv2'), 'mf-helpv1');
  assert.equal(
    await panel.version('mf-help', undefined, '?avoid=mf-help@mf-helpv2&avoid=mf-help@mf-helpv1'),
    'mf-helpv2',
    'rather one that the tab avoids',
  );
  await panel.change('mf-help', 'rollback');
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
  const told = await panel.server.db.select().from(notification).where(eq(notification.userId, superadmin.id));
  assert.match(told[0]?.description ?? '', /^mf-help mf-helpv3 was revoked on .* by operator token \(It sends/);
});

test('open tabs get to know which of their releases were revoked, also one that no policy names', async (t) => {
  const panel = await openWith(t, '2');
  const before = await panel.registry();
  const { text } = await panel.server.anonymous(panel.partner).get('/login', { accept: 'text/html' });
  assert.equal(before.revoked, undefined);
  await revoke(panel, 'mf-helpv1');
  const after = await panel.registry();
  assert.deepEqual([after.revoked, after.buildId === before.buildId], [['mf-help@mf-helpv1'], false]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  const page = await panel.server.anonymous(panel.partner).get('/login', { accept: 'text/html' });
  assert.ok(page.text.includes(after.buildId) && text.includes(before.buildId), 'a page and its tab agree');
});

test('a revoked version cannot be promoted, made canary, pinned, rolled back to, published or revoked again', async (t) => {
  const panel = await openWith(t, '2');
  await revoke(panel, 'mf-helpv2');
  const why =
    /^mf-help mf-helpv2 was revoked on \d{4}-\d\d-\d\d by operator token \(It sends passwords elsewhere\.\) and is never served again\./;
  for (const body of [
    { action: 'promote', version: 'mf-helpv2' },
    { action: 'canary', version: 'mf-helpv2', percent: 5 },
    { action: 'pin', version: 'mf-helpv2', partner: panel.other.domain },
    { action: 'revoke', version: 'mf-helpv2', reason: 'again' },
  ])
    assert.match(await refusedText(panel, 'mf-help', body), why, body.action);
  assert.match((await panel.publish('mf-help', '2')).body['message'] as string, why);
  assert.match(await refusedText(panel, 'mf-help', { action: 'rollback' }), /no stable version before mf-helpv1/);
  assert.match(
    await refusedText(panel, 'mf-help', { action: 'promote' }),
    /mf-helpv1 is stable .*already/,
    'the newest that may run',
  );
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'promote');
  assert.equal(await panel.version('mf-help'), 'mf-helpv3');
});

test('revoking needs a release, a reason, and all partners', async (t) => {
  const panel = await openWith(t);
  const text = (more: object) => refusedText(panel, 'mf-help', { action: 'revoke', version: 'mf-helpv1', ...more });
  assert.match(await text({}), /^Give the reason/);
  assert.match(await text({ reason: '   ' }), /^Give the reason/);
  assert.match(await text({ reason: REASON, version: 'mf-helpv9' }), /^There is no release mf-help mf-helpv9/);
  assert.match(await text({ reason: REASON, partner: panel.other.domain }), /revoked for all partners/);
  const dry = await panel.operator('POST', '/platform/channels/mf-help', {
    action: 'revoke',
    version: 'mf-helpv1',
    reason: REASON,
    dryRun: true,
  });
  assert.deepEqual((dry.body['effects'] as { to: object }[])[0]?.to, { version: null, by: 'none', canary: null });
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
});

test('without any other release the section shows P105, and works again with the next one', async (t) => {
  const panel = await openWith(t);
  const { detail } = (await revoke(panel, 'mf-helpv1')).body;
  assert.match(detail as string, /there is no other version to run/);
  assert.deepEqual((await entryOf(panel))?.refused, 'P105');
  assert.equal((await fileOf(panel, 'mf-helpv1', 'chunk.js')).status, 404);
  const { text, status } = await panel.server.anonymous(panel.partner).get('/help', { accept: 'text/html' });
  assert.deepEqual([status, /<link[^>]*mf-helpv1/.test(text)], [200, false], 'the page preloads nothing of it');
  const { refused, by } = await panel.running('mf-help', panel.partner);
  assert.deepEqual([by, refused.map(({ version, error }) => [version, error])], ['stable', [['mf-helpv1', 'P105']]]);
  await publishBundled(panel.server.app, panel.root);
  assert.equal((await entryOf(panel))?.refused, 'P105', 'a restart does not bring it back');
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  assert.deepEqual([(await entryOf(panel))?.version, (await entryOf(panel))?.refused], ['mf-helpv2', undefined]);
});

test('when all stable versions were revoked, the bundled release becomes stable', async (t) => {
  const panel = await openWith(t, '2');
  await panel.change('mf-help', 'rollback');
  await panel.change('mf-help', 'promote', { version: 'mf-helpv2', partner: panel.other.domain });
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'pin', { version: 'mf-helpv3' });
  for (const version of ['mf-helpv2', 'mf-helpv3']) await revoke(panel, version);
  const other = panel.server.anonymous(panel.other);
  assert.deepEqual([await panel.version('mf-help'), await panel.version('mf-help', other)], ['mf-helpv1', 'mf-helpv1']);
  assert.equal((await panel.running('mf-help', panel.other)).by, 'stable');
});

test('a revoked shell is replaced at once, also in tabs that run it; without another one the page shows P105', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  await panel.publish('shell', '2');
  await panel.change('shell', 'promote');
  const shellOf = async (cookie = '') => {
    const { text } = await panel.server
      .anonymous(panel.partner)
      .get('/login', { accept: 'text/html', ...(cookie && { cookie }) });
    return /<script [^>]*src="\/shell\/([^/]+)\//.exec(text)?.[1];
  };
  await revoke(panel, 'shellv2', 'shell');
  assert.equal(await shellOf(), 'shellv1');
  assert.equal(await shellOf('panel_avoid=shell@shellv1'), 'shellv1');
  const tab = (await panel.server.anonymous(panel.partner).get<Registry>('/platform/registry?shell=shellv2')).body;
  assert.deepEqual([tab.shell, tab.revoked], ['shellv1', ['shell@shellv2']]);
  await revoke(panel, 'shellv1', 'shell');
  const { status, text } = await panel.server.anonymous(panel.partner).get('/login', { accept: 'text/html' });
  assert.equal(status, 503);
  assert.match(text, /version was withdrawn.*\(P105\)/);
});

test('browsers that fail never bring a revoked release back, and a clean-up does not either', async (t) => {
  const panel = await openWith(t, '2', '3');
  await revoke(panel, 'mf-helpv2');
  for (let i = 0; i < 3; i++)
    await tell(panel, [{ package: 'mf-help', version: 'mf-helpv3', kind: 'error', reason: 'P203' }]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
  const view = await openPageView(panel);
  await view.tell([{ package: 'mf-help', version: 'mf-helpv1', kind: 'error', reason: 'P203' }]);
  await cleanUp(
    { ...panel.server.app, clock: { now: () => new Date(Date.now() + 90 * 24 * 3_600_000) } },
    { days: 1, dryRun: false },
    'test',
  );
  assert.equal((await fileOf(panel, 'mf-helpv2', 'chunk.js')).status, 404);
});

test('every process refuses it, also one that had opened it before', async (t) => {
  const panel = await openWith(t, '2');
  const process = await anotherProcess(t, panel);
  assert.equal((await process.help())?.release.version, 'mf-helpv2');
  await revoke(panel, 'mf-helpv2');
  assert.equal((await process.help())?.release.version, 'mf-helpv1');
  assert.equal((await process.releases.open({ package: 'mf-help', version: 'mf-helpv2' }))?.refused, 'P105');
});

test('operators see which releases are revoked, by whom and why', async (t) => {
  const panel = await openWith(t, '2');
  await revoke(panel, 'mf-helpv2');
  const { pageElements } = (await panel.operator('GET', '/platform/releases?package=mf-help'))
    .body as unknown as Page<ReleaseInfo>;
  assert.deepEqual(
    pageElements.map(({ version, revoked, refused }) => [version, revoked?.reason, revoked?.by, refused?.error]),
    [
      ['mf-helpv2', REASON, 'operator token', 'P105'],
      ['mf-helpv1', undefined, undefined, undefined],
    ],
  );
  const { body } = await panel.operator('GET', '/platform/changes?pageSize=1');
  assert.match(JSON.stringify(body['pageElements']), /mf-helpv2 is revoked and never served again/);
});
