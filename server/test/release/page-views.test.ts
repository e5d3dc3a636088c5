import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Beacon } from '@panel/contract';
import { networkOf } from '../../src/lib/client-address.ts';
import { createPageViews, RENEWABLE_MS, USABLE_MS } from '../../src/platform/release/page-views.ts';
import { BEHIND_PROXY, openPageView } from './page-view-support.ts';
import { MovedClock, openPanel } from './release-support.ts';

const SITES = { package: 'mf-sites', version: '1' };
const HELP = { package: 'mf-help', version: '1' };

test('a token is valid for its partner, its releases and a quarter of an hour, and cannot be changed', () => {
  const clock = new MovedClock();
  const key = randomBytes(32);
  const views = createPageViews(key, clock);
  const token = views.issue('p1', [SITES]);
  const view = views.open('p1', token);
  assert.deepEqual([view?.has(SITES), view?.has(HELP), view?.has({ ...SITES, version: '2' })], [true, false, false]);
  assert.equal(createPageViews(key, clock).open('p1', token)?.id, view?.id, 'every process accepts it');
  assert.equal(views.open('p2', token), null);
  assert.equal(createPageViews(randomBytes(32), clock).open('p1', token), null);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x';
    assert.equal(views.open('p1', token.slice(0, at) + other + token.slice(at + 1)), null, `changed at ${at}`);
  }
  for (const wrong of ['', 'AAAA', token.slice(4), `${token}AAAA`, token.slice(0, -4)])
    assert.equal(views.open('p1', wrong), null);
  clock.offsetMs = USABLE_MS + 1000;
  assert.equal(views.open('p1', token), null);
});

test('a renewed token is of the same page view, for the old and the new releases, for a week', () => {
  const clock = new MovedClock();
  const views = createPageViews(randomBytes(32), clock);
  const token = views.issue('p1', [SITES]);
  clock.offsetMs = USABLE_MS * 2;
  const renewed = views.renew('p1', token, [HELP]) ?? '';
  const view = views.open('p1', renewed);
  assert.deepEqual([view?.has(SITES), view?.has(HELP)], [true, true]);
  clock.offsetMs = 0;
  assert.equal(view?.id, views.open('p1', token)?.id);
  assert.equal(views.renew('p2', token, [HELP]), undefined);
  assert.equal(views.renew('p1', `${token}AAAA`, [HELP]), undefined);
  clock.offsetMs = RENEWABLE_MS + 1000;
  assert.equal(views.renew('p1', token, [HELP]), undefined);
});

test('a token stays short, however many releases a tab has seen', () => {
  const views = createPageViews(randomBytes(32), new MovedClock());
  const seven = Array.from({ length: 7 }, (_, i) => ({ package: `mf-p${i}`, version: '1' }));
  let token = views.issue('p1', seven);
  assert.equal(token.length, 60);
  for (let version = 0; version < 200; version++)
    token = views.renew('p1', token, [{ package: 'mf-p1', version: `v${version}` }]) ?? '';
  assert.ok(token.length <= 300, `${token.length}`);
  assert.equal(views.open('p1', token)?.has({ package: 'mf-p1', version: 'v199' }), true);
});

test('a page view counts each error once, and loads within a limit', () => {
  const views = createPageViews(randomBytes(32), new MovedClock());
  const view = views.open('p1', views.issue('p1', [SITES]));
  assert.ok(view);
  const counted = (report: Beacon) => Array.from({ length: 500 }, () => views.count(view, report)).filter(Boolean);
  assert.equal(counted({ ...SITES, kind: 'error', reason: 'P203' }).length, 1);
  assert.equal(counted({ ...SITES, kind: 'error', reason: 'P206' }).length, 1);
  assert.equal(counted({ ...SITES, kind: 'load', ms: 5 }).length, 100);
});

test('pages carry a token of their own; open tabs renew it with the calls that they make anyway, also after a sign-in', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, BEHIND_PROXY, { clock });
  const { views } = panel.server.app.releases;
  const opened = (token: string) => views.open(panel.partner.id, token);
  const [one, two] = [await openPageView(panel), await openPageView(panel)];
  assert.notEqual(opened(one.token)?.id, opened(two.token)?.id);
  assert.equal(opened(one.token)?.has({ package: 'shell', version: 'shellv1' }), true);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  clock.offsetMs = USABLE_MS * 2;
  const customer = await panel.server.scenario.customer(panel.partner);
  const client = await panel.server.as(panel.partner, customer);
  for (const call of ['state', 'registry']) {
    const { view } = (await client.get<{ view: string }>(`/platform/${call}?view=${one.token}`)).body;
    assert.equal(opened(view)?.has({ package: 'mf-help', version: 'mf-helpv2' }), true, call);
    assert.equal(opened(view)?.has({ package: 'mf-help', version: 'mf-helpv1' }), true, call);
    assert.equal((await client.get(`/platform/${call}`)).body['view'], undefined);
  }
  const claimed = (await client.get<{ view: string }>(`/platform/state?shell=shellv1&view=${one.token}`)).body.view;
  assert.equal(opened(claimed)?.has({ package: 'shell', version: 'shellv1' }), true);
});

test('a tab cannot claim a release that it was not served', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  const { token, browser } = await openPageView(panel);
  await panel.publish('shell', '2');
  await panel.change('shell', 'promote', { partner: panel.other.domain });
  const { view } = (await browser.get<{ view: string }>(`/platform/state?shell=shellv2&view=${token}`)).body;
  assert.equal(
    panel.server.app.releases.views.open(panel.partner.id, view)?.has({ package: 'shell', version: 'shellv2' }),
    false,
  );
});

test('a network is a /24 of IPv4 and a /48 of IPv6', () => {
  for (const [ip, network] of [
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
  ] as const)
    assert.equal(networkOf(ip), network);
});
