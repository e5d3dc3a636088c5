import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Channel, Page, ReleaseInfo, Running } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { registryChange, releaseBlock } from '../../src/db/schema.ts';
import { BEHIND_PROXY, tell } from './page-view-support.ts';
import { openPanel, type ReleasePanel } from './release-support.ts';

const V = (mark: string) => `mf-helpv${mark}`;
const list = async (panel: ReleasePanel, query: string) =>
  (await panel.operator('GET', `/platform/releases?${query}`)).body as unknown as Page<ReleaseInfo>;
const running = async (panel: ReleasePanel, query: string) =>
  (await panel.operator('GET', `/platform/running?${query}`)).body as unknown as {
    packages: string[];
    channels: Channel[];
    running: Running[];
  };

test('releases are paged, of one package or of all', async (t) => {
  const panel = await openPanel(t);
  for (const mark of ['2', '3', '4', '5']) await panel.publish('mf-help', mark);
  const first = await list(panel, 'package=mf-help&pageSize=2');
  assert.deepEqual(
    first.pageElements.map(({ version }) => version),
    [V('5'), V('4')],
  );
  assert.deepEqual([first.pageIndex, first.pageSize, first.totalCount, first.totalPage], [0, 2, 5, 3]);
  const last = await list(panel, 'package=mf-help&pageSize=2&pageIndex=2');
  assert.deepEqual(
    last.pageElements.map(({ version }) => version),
    [V('1')],
  );
  assert.deepEqual((await list(panel, 'package=mf-help&pageSize=2&pageIndex=9')).pageElements, []);
  assert.deepEqual(
    (await list(panel, 'package=mf-help&sortOrder=asc&pageSize=2')).pageElements.map(({ version }) => version),
    [V('1'), V('2')],
  );
  const all = await list(panel, 'pageSize=100');
  assert.equal(all.totalCount, all.pageElements.length);
  assert.ok(all.totalCount > 5, 'those of the other packages as well');
  for (const wrong of ['pageSize=101', 'pageSize=0', 'pageIndex=-1', 'orderBy=version', 'package=help']) {
    assert.equal((await panel.operator('GET', `/platform/releases?${wrong}`)).body['code'], 'VALIDATION', wrong);
  }
});

test('of one partner: its rows, its policy and that of all partners, and its browser reports', async (t) => {
  const panel = await openPanel(t);
  await tell(panel, [{ package: 'mf-help', version: V('1'), kind: 'load', ms: 100 }]);
  for (const { domain } of [panel.partner, panel.other])
    await panel.change('mf-help', 'pin', { version: V('1'), partner: domain });
  const of = panel.other.domain;
  const found = await running(panel, `partner=${of.toUpperCase()}`);
  assert.deepEqual([...new Set(found.running.map(({ partner }) => partner))], [of]);
  assert.equal(found.running.length, found.packages.length);
  assert.deepEqual([...new Set(found.channels.map(({ partner }) => partner))].sort(), [of, null].sort());
  const loads = async (query: string) => (await list(panel, `package=mf-help&${query}`)).pageElements[0]?.stats.loads;
  assert.deepEqual(
    [await loads(''), await loads(`partner=${panel.partner.domain}`), await loads(`partner=${of}`)],
    [1, 1, 0],
  );
  for (const address of ['/platform/running', '/platform/releases']) {
    const nobody = await panel.operator('GET', `${address}?partner=nobody.example`);
    assert.deepEqual(
      [nobody.status, nobody.body['message']],
      [422, 'There is no partner with the panel host nobody.example.'],
    );
  }
  const release = found.running.find((row) => row.package === 'mf-help')?.release;
  assert.equal(release?.publishedBy, 'installation');
});

test('it is known who held a release back: an operator, the token, or the panel', async (t) => {
  const panel = await openPanel(t, BEHIND_PROXY);
  const { server, partner, other } = panel;
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  const superadmin = await server.scenario.superadmin();
  const operator = await server.as(partner, superadmin);
  assert.equal(
    (await operator.post('/platform/channels/mf-help', { action: 'block', version: V('2'), partner: other.domain }))
      .status,
    200,
  );
  await panel.publish('mf-help', '3');
  await panel.change('mf-help', 'block', { version: V('3') });
  for (let i = 0; i < 3; i++)
    await tell(panel, [{ package: 'mf-help', version: V('2'), kind: 'error', reason: 'P203' }]);
  const { channels } = await running(panel, 'package=mf-help');
  const by = (host: string | null) =>
    channels.find((each) => each.partner === host)?.blocked.map((hold) => `${hold.version} by ${hold.by}`);
  assert.deepEqual(
    [by(other.domain), by(null), by(partner.domain)],
    [[`${V('2')} by ${superadmin.email}`], [`${V('3')} by operator token`], [`${V('2')} by automatic`]],
  );
});

test('the migration reads from the log who held back older versions', async (t) => {
  const panel = await openPanel(t);
  const { db } = panel.server;
  const at = new Date('2026-11-01T10:00:00.000Z');
  const rows = [
    ['v1', 'op@panel.example'],
    ['v2', 'browsers'],
    ['v3', null],
  ] as const;
  for (const [version, by] of rows) {
    await db
      .insert(releaseBlock)
      .values({ package: 'mf-help', version, partnerId: null, reason: 'by hand', at, by: 'unknown' });
    if (by)
      await db.insert(registryChange).values({
        createdAt: at,
        by,
        action: 'block',
        package: 'mf-help',
        partnerId: null,
        partner: null,
        detail: `mf-help: ${version} is held back now, for all partners.`,
      });
  }
  const [, update] = readFileSync(new URL('../../migrations/0006_hold_by.sql', import.meta.url), 'utf8').split(
    '--> statement-breakpoint',
  );
  await db.execute(sql.raw(update ?? ''));
  assert.deepEqual(
    (await db.select().from(releaseBlock).orderBy(releaseBlock.version)).map(({ by }) => by),
    ['op@panel.example', 'automatic', 'unknown'],
  );
});
