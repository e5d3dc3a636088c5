import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Beacon } from '@panel/contract';
import {
  idempotencyKey,
  rateLimit,
  registryChange,
  releaseBlock,
  releaseFailure,
  releaseStat,
} from '../../src/db/schema.ts';
import { sweepExpired } from '../../src/start/sweeps.ts';
import { USABLE_MS } from '../../src/platform/release/page-views.ts';
import { BEHIND_PROXY, newAddress, openPageView, tell } from './page-view-support.ts';
import { MovedClock, openPanel } from './release-support.ts';

const FAILED: Beacon = { package: 'mf-help', version: 'mf-helpv2', kind: 'error', reason: 'P203', detail: 'chunk.js' };
const OF_EACH_KIND = 200;
const AT_ONCE = 20;

test('1,000 forged beacons from as many networks have no effect, and a real fault still holds the release back', async (t) => {
  const clock = new MovedClock();
  const panel = await openPanel(t, BEHIND_PROXY, { clock });
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  const old = await openPageView(panel);
  await panel.change('mf-help', 'rollback');
  clock.offsetMs = USABLE_MS + 1000;
  const before = await openPageView(panel);
  await panel.change('mf-help', 'promote');
  const elsewhere = await openPageView(panel, { at: panel.other });
  const real = await openPageView(panel);
  const rows = async () => ({
    stats: (await panel.server.db.select().from(releaseStat)).reduce((sum, { count }) => sum + count, 0),
    failures: (await panel.server.db.select().from(releaseFailure)).length,
    blocks: (await panel.server.db.select().from(releaseBlock)).length,
    keys: (await panel.server.db.select().from(idempotencyKey)).length,
    changes: (await panel.server.db.select().from(registryChange)).length,
  });
  const start = await rows();
  await real.tell([FAILED]);
  const reported = await rows();
  assert.deepEqual([reported.stats - start.stats, reported.failures], [1, 1]);

  const { browser } = real;
  const changed = (token: string) => `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
  const kinds: Record<string, () => string | undefined> = {
    'without a token': () => undefined,
    invented: () => randomBytes(45).toString('base64url'),
    replayed: () => real.token,
    'expired or changed': () => (Math.random() < 0.5 ? old.token : changed(real.token)),
    'of another partner, or of a page view that was served other releases': () =>
      Math.random() < 0.5 ? elsewhere.token : before.token,
  };
  const statuses = new Set<number>();
  for (const [kind, tokenOf] of Object.entries(kinds)) {
    for (let sent = 0; sent < OF_EACH_KIND; sent += AT_ONCE) {
      const answers = Array.from({ length: AT_ONCE }, () =>
        browser.post(
          '/platform/beacons',
          { token: tokenOf(), events: [FAILED, FAILED] },
          { 'x-forwarded-for': newAddress(), 'idempotency-key': randomBytes(8).toString('hex') },
        ),
      );
      for (const { status } of await Promise.all(answers)) statuses.add(status);
    }
    assert.deepEqual(await rows(), reported, kind);
  }
  assert.deepEqual([...statuses], [200]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');

  await tell(panel, [FAILED]);
  await tell(panel, [FAILED]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
  clock.offsetMs += 600_000;
  await sweepExpired(panel.server.app);
  assert.equal((await panel.server.db.select().from(rateLimit)).length, 0, 'counted addresses are forgotten');
});

test('X-Forwarded-For of a client changes nothing: all its beacons are one address, with its limit', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  const statuses: number[] = [];
  for (let i = 0; i < 150; i++) statuses.push((await tell(panel, [FAILED])).status);
  assert.deepEqual([statuses.indexOf(429), new Set(statuses.slice(120)).size], [120, 1]);
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  assert.ok((await panel.server.db.select().from(releaseFailure)).length <= 20);
});
