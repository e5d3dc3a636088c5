import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billing, openPanel, OFFERS, type ReleasePanel } from './release-support.ts';

const V = (mark: string) => `mf-helpv${mark}`;
const detail = async (panel: ReleasePanel, action: string, more: Record<string, unknown> = {}) =>
  (await panel.change('mf-help', action, more)).body['detail'];

test('promote and rollback reach the next page view and change the build id; the log records who and what', async (t) => {
  const panel = await openPanel(t);
  const before = await panel.registry();
  await panel.publish('mf-help', '2');
  assert.equal(await detail(panel, 'promote'), `mf-help: stable was ${V('1')}, is ${V('2')} now, for all partners.`);
  const after = await panel.registry();
  assert.equal(after.remotes.find(({ manifest }) => manifest.id === 'mf-help')?.version, V('2'));
  assert.notEqual(after.buildId, before.buildId);
  assert.equal((await panel.server.anonymous(panel.partner).get('/platform/state')).body['buildId'], after.buildId);
  const page = await panel.server.anonymous(panel.partner).get('/help', { accept: 'text/html' });
  assert.match(page.text, /(?:href|src)="\/remotes\/mf-help\/mf-helpv2\/[^"]+" integrity="sha384-/);

  assert.equal(await detail(panel, 'rollback'), `mf-help: stable was ${V('2')}, is ${V('1')} again, for all partners.`);
  assert.equal((await panel.registry()).buildId, before.buildId);
  const nothing = await panel.operator('POST', '/platform/channels/mf-help', { action: 'rollback' });
  assert.match(String(nothing.body['message']), /cannot be rolled back: there is no stable version before mf-helpv1/);
  const { body } = await panel.operator('GET', '/platform/changes?pageSize=3');
  const lines = body['pageElements'] as { action: string; by: string; detail: string }[];
  assert.deepEqual(
    lines.map(({ action, by }) => `${action} by ${by}`),
    ['rollback by operator token', 'promote by operator token', 'publish by operator token'],
  );
});

test('promoting a version that is held back warns that nobody gets it yet', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'block', { version: V('2') });
  const held = 'held back: nobody gets it until it is allowed again';
  assert.equal(
    await detail(panel, 'promote', { version: V('2') }),
    `mf-help: stable was ${V('1')}, is ${V('2')} now (${held}), for all partners.`,
  );
  assert.equal(await panel.version('mf-help'), V('1'));
});

test('a partner’s own policy: pinned, switched off and on again, without affecting the others', async (t) => {
  const panel = await openPanel(t);
  const there = panel.server.anonymous(panel.other);
  const at = { partner: panel.other.domain };
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'pin', { version: V('1'), ...at });
  await panel.change('mf-help', 'promote');
  assert.deepEqual([await panel.version('mf-help'), await panel.version('mf-help', there)], [V('2'), V('1')]);
  assert.deepEqual((await panel.running('mf-help', panel.other)).by, 'pin');
  await panel.change('mf-help', 'unpin', at);
  assert.equal(await panel.version('mf-help', there), V('2'), 'what its line leaves open is everybody’s');

  await panel.change('mf-help', 'disable', at);
  assert.deepEqual([await panel.version('mf-help'), await panel.version('mf-help', there)], [V('2'), undefined]);
  assert.equal((await there.get('/help', { accept: 'text/html' })).status, 404);
  await panel.change('mf-help', 'enable', at);
  assert.equal(await panel.version('mf-help', there), V('2'));
  await panel.change('mf-help', 'disable');
  assert.equal(
    await panel.version('mf-help', there),
    undefined,
    'what was off and on again there has the version of all others',
  );
  assert.equal(await detail(panel, 'enable', at), `mf-help: was switched off, is on now, for ${panel.other.domain}.`);
  assert.deepEqual(
    [await panel.version('mf-help'), await panel.version('mf-help', there)],
    [undefined, V('2')],
    'one partner alone may have it',
  );
  await panel.change('mf-help', 'enable');
  const running = await panel.running('mf-help', panel.partner);
  assert.deepEqual([running.by, running.version, running.changedBy], ['stable', V('2'), 'operator token']);
});

test('the time since which a partner runs a release comes from its own policy and that of all partners', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  const { since } = await panel.running('mf-help', panel.partner);
  const at = { partner: panel.other.domain };
  for (const mark of ['1', '2']) await panel.change('mf-help', 'promote', { version: V(mark), ...at });
  assert.equal((await panel.running('mf-help', panel.partner)).since, since);
  assert.notEqual((await panel.running('mf-help', panel.other)).since, since);
});

test('a canary stays with a user and a browser, and ends when everyone gets it', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'canary', { percent: 40 });
  const users = await Promise.all(
    Array.from({ length: 24 }, async () =>
      panel.server.as(panel.partner, await panel.server.scenario.customer(panel.partner)),
    ),
  );
  const seen = () => Promise.all(users.map((user) => panel.version('mf-help', user)));
  const first = await seen();
  assert.deepEqual(new Set(first), new Set([V('1'), V('2')]));
  assert.deepEqual(await seen(), first);
  assert.equal(
    await panel.version('mf-help', panel.server.anonymous(panel.partner)),
    V('1'),
    'a browser that is seen for the first time',
  );
  await panel.change('mf-help', 'canary', { percent: 100 });
  assert.ok((await seen()).every((version) => version === V('2')));
  const visitor = panel.server.anonymous(panel.partner);
  await visitor.get('/partner/whitelabel');
  assert.equal(await panel.version('mf-help', visitor), V('2'));
  await panel.change('mf-help', 'canary', { percent: 0 });
  assert.ok((await seen()).every((version) => version === V('1')));
  await panel.change('mf-help', 'canary', { percent: 10 });
  await panel.change('mf-help', 'promote');
  assert.equal((await panel.running('mf-help', panel.partner)).canary, null);
});

test('held back, avoided by a browser, or unfit for an open tab: the last good version before it', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  assert.equal(await panel.version('mf-help', undefined, `?avoid=mf-help@${V('2')}`), V('1'));
  assert.equal(
    await panel.version('mf-help', undefined, `?avoid=mf-help@${V('2')}&avoid=mf-help@${V('1')}`),
    V('2'),
    'there is no third',
  );
  await panel.change('mf-help', 'block', { version: V('2'), partner: panel.partner.domain });
  assert.deepEqual(
    [await panel.version('mf-help'), await panel.version('mf-help', panel.server.anonymous(panel.other))],
    [V('1'), V('2')],
  );
  assert.equal((await panel.running('mf-help', panel.partner)).by, 'fallback');
  await panel.change('mf-help', 'unblock', { version: V('2'), partner: panel.partner.domain });
  assert.equal(await panel.version('mf-help'), V('2'));
});

test('a tab with an older shell gets the newest remote that fits it, and learns of the new shell', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('shell', '2', (release) => ({ ...release, offers: { ...OFFERS, contract: '1.5.0' } }));
  await panel.change('shell', 'promote');
  await panel.publish('mf-help', '2', (release) => ({ ...release, needs: { ...release.needs, contract: '1.5.0' } }));
  await panel.change('mf-help', 'promote');
  const fresh = await panel.registry();
  const tab = await panel.registry(undefined, '?shell=shellv1');
  const help = (registry: typeof fresh) => registry.remotes.find(({ manifest }) => manifest.id === 'mf-help')?.version;
  assert.deepEqual([fresh.shell, help(fresh), tab.shell, help(tab)], ['shellv2', V('2'), 'shellv2', V('1')]);
  const back = await panel.operator('POST', '/platform/channels/shell', { action: 'rollback' });
  assert.match(
    String(back.body['message']),
    /mf-help mf-helpv2 does not fit shell shellv1 of .*contract 1\.3\.0 is offered, \^1\.5\.0 is needed/,
  );
});

test('a meaningless change is rejected with advice, and not logged', async (t) => {
  const panel = await openPanel(t);
  const before = await panel.operator('GET', '/platform/changes');
  const asked: [string, Record<string, unknown>, string, RegExp][] = [
    ['mf-none', { action: 'promote' }, 'NOT_FOUND', /./],
    ['mf-help', { action: 'promote', version: 'unknown' }, 'RELEASE_REFUSED', /There is no release mf-help unknown/],
    ['mf-help', { action: 'pin' }, 'RELEASE_REFUSED', /Name the version/],
    ['mf-help', { action: 'unpin' }, 'RELEASE_REFUSED', /is not pinned here/],
    ['mf-help', { action: 'canary' }, 'RELEASE_REFUSED', /percentage of users/],
    ['mf-help', { action: 'canary', percent: 101 }, 'VALIDATION', /./],
    ['mf-help', { action: 'block' }, 'RELEASE_REFUSED', /Name the version/],
    ['mf-help', { action: 'unblock', version: V('1') }, 'RELEASE_REFUSED', /is not held back here/],
    [
      'mf-help',
      { action: 'block', version: V('1') },
      'RELEASE_REFUSED',
      /is the only version that .+ can run\. Promote another one first, or disable the package\./,
    ],
    [
      'shell',
      { action: 'block', version: 'shellv1' },
      'RELEASE_REFUSED',
      /is the only version that .+ can run\. Promote another one first\./,
    ],
    [
      'mf-help',
      { action: 'disable', partner: 'nobody.example' },
      'RELEASE_REFUSED',
      /no partner with the panel host nobody\.example/,
    ],
    ['shell', { action: 'disable' }, 'RELEASE_REFUSED', /shell cannot be switched off/],
  ];
  for (const [name, body, code, words] of asked) {
    const answer = await panel.operator('POST', `/platform/channels/${name}`, body);
    assert.equal(answer.body['code'], code, answer.text);
    assert.match(String(answer.body['message']), words);
  }
  assert.deepEqual((await panel.operator('GET', '/platform/changes')).body, before.body);
});

test('ten concurrent changes run one after the other', async (t) => {
  const panel = await openPanel(t);
  for (const mark of ['2', '3', '4', '5']) await panel.publish('mf-help', mark);
  await Promise.all(['2', '3', '4', '5'].map((mark) => panel.change('mf-help', 'promote', { version: V(mark) })));
  const seen = new Set<string | undefined>();
  for (let i = 0; i < 4; i++) {
    seen.add(await panel.version('mf-help'));
    await panel.change('mf-help', 'rollback');
  }
  assert.deepEqual([...seen].sort(), ['2', '3', '4', '5'].map(V), 'each is in the line');
  assert.equal(await panel.version('mf-help'), V('1'));
});

test('a sixth remote, published to a running panel, appears with its pages', async (t) => {
  const panel = await openPanel(t);
  const dress = billing([{ menu: 'main', label: 'Billing', to: '/billing', order: 90 }]);
  assert.equal((await panel.server.anonymous(panel.partner).get('/billing', { accept: 'text/html' })).status, 404);
  assert.equal((await panel.publish('mf-billing', '1', dress)).status, 200);
  await panel.change('mf-billing', 'promote');
  const page = await panel.server.anonymous(panel.partner).get('/billing', { accept: 'text/html' });
  assert.equal(page.status, 200);
  assert.match(page.text, /<title>Billing/);
  assert.match(page.text, /\/remotes\/mf-billing\/mf-billingv1\/chunk\.js/);
});
