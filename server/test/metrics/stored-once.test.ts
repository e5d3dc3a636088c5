// On both databases: usage.repo.ts, several processes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { limitHit, usageDay, storedBatch } from '../../src/db/schema.ts';
import { sweepExpired } from '../../src/start/sweeps.ts';
import { createCounter, type Batch } from '../../src/lib/counter.ts';
import { addLimitHits, type LimitHitRow } from '../../src/metrics/limit-hit.repo.ts';
import { addEgress, addUsage, type EgressRow, type UsageRow } from '../../src/metrics/usage.repo.ts';
import { createPostgresDatabase, until } from '../../src/testing/index.ts';
import { startTcpProxy } from '../attack/tcp-proxy.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';

const DAY = '2026-11-22';
const AT = `${DAY}T10:00:00.000Z`;
const SERVER = process.env['TEST_DATABASE_URL'];

const usageOf = (siteId: string, requests: number): UsageRow => ({
  siteId,
  day: DAY,
  requests,
  bytes: 10,
  pageViews: 1,
});
const usageCounter = (store: (batch: Batch<UsageRow>) => Promise<void>) =>
  createCounter<UsageRow>({
    keyOf: ({ siteId, day }) => `${siteId} ${day}`,
    sum: (known, more) => ({ ...known, requests: known.requests + more.requests }),
    store,
    failed: () => undefined,
  });

describe('numbers that were counted are stored once', () => {
  let panel: Panel;
  const newSite = async () => {
    const owner = await panel.addPartner();
    return (await scenarioRepo(panel.ctx.db).site(owner, await panel.addUser(owner, 'customer'), { name: 'counted' }))
      .id;
  };
  before(async () => void (panel = await startPanel()));
  after(() => panel.close());

  test('although the answer of the database is lost, and what is counted meanwhile comes after it', async () => {
    const { db } = panel.ctx;
    const siteId = await newSite();
    let answers = 0;
    const { add, flush } = usageCounter(async (batch) => {
      await addUsage(db, batch);
      answers += 1;
      if (answers < 3) throw new Error('The connection broke while the database committed.');
    });
    const requests = async () => (await db.select().from(usageDay).where(eq(usageDay.workloadId, siteId)))[0]?.requests;
    add(usageOf(siteId, 3));
    await flush();
    assert.equal(await requests(), 3);
    add(usageOf(siteId, 4));
    await flush();
    assert.equal(await requests(), 3);
    await flush();
    assert.equal(await requests(), 7);
    await flush();
    assert.deepEqual([await requests(), answers], [7, 4], 'nothing was left');
  });

  test('of traffic, of what sites exchanged with others, and of limits', async () => {
    const { db } = panel.ctx;
    const siteId = await newSite();
    const ids = { usage: crypto.randomUUID(), egress: crypto.randomUUID(), hits: crypto.randomUUID() };
    const egress: EgressRow = { siteId, day: DAY, bytes: 7, mails: 2 };
    const hit: LimitHitRow = { siteId, day: DAY, kind: 'memory', count: 5, lastAt: AT };
    for (const _ of [1, 2]) {
      await addUsage(db, { id: ids.usage, rows: [usageOf(siteId, 3)] });
      await addEgress(db, { id: ids.egress, rows: [egress] });
      await addLimitHits(db, { id: ids.hits, rows: [hit] });
    }
    const [usage] = await db.select().from(usageDay).where(eq(usageDay.workloadId, siteId));
    const [hits] = await db.select().from(limitHit).where(eq(limitHit.workloadId, siteId));
    assert.deepEqual([usage?.requests, usage?.egressBytes, usage?.mails, hits?.count], [3, 7, 2, 5]);
  });

  test('the marks of batches are removed after a day', async () => {
    const { db } = panel.ctx;
    const id = crypto.randomUUID();
    const marks = async () => (await db.select().from(storedBatch).where(eq(storedBatch.id, id))).length;
    await addUsage(db, { id, rows: [usageOf(await newSite(), 1)] });
    for (const [hours, left] of [
      [23, 1],
      [25, 0],
    ] as const) {
      panel.clock.offsetMs = hours * 3_600_000;
      await sweepExpired(panel.ctx);
      assert.equal(await marks(), left, `after ${hours} hours`);
    }
    panel.clock.offsetMs = 0;
  });
});

test('two processes that count the same sites in another order both succeed', { skip: !SERVER }, async () => {
  const { url, drop } = await createPostgresDatabase(String(SERVER));
  const { db, close } = await openPostgres(url, { max: 2 });
  try {
    const scenario = scenarioRepo(db);
    const partner = await scenario.partner();
    const owner = await scenario.customer(partner);
    const hits: LimitHitRow[] = [];
    for (let n = 0; n < 200; n++) {
      const { id: siteId } = await scenario.site(partner, owner, { name: `counted-${n}` });
      hits.push({ siteId, day: DAY, kind: 'memory', count: 1, lastAt: AT });
    }
    const rounds = 20;
    const store = async (rows: LimitHitRow[]) => {
      for (let round = 0; round < rounds; round++) await addLimitHits(db, { id: crypto.randomUUID(), rows });
    };
    await Promise.all([store(hits), store(hits.toReversed())]);
    const counts = await db.select({ count: limitHit.count }).from(limitHit);
    assert.deepEqual([counts.length, new Set(counts.map(({ count }) => count))], [200, new Set([2 * rounds])]);
  } finally {
    await close();
    await drop();
  }
});

test('a connection that dies in COMMIT counts nothing twice', { skip: !SERVER }, async () => {
  const { url, drop } = await createPostgresDatabase(String(SERVER));
  const proxy = await startTcpProxy(Number(new URL(url).port));
  const direct = await openPostgres(url, { max: 2 });
  const through = await openPostgres(Object.assign(new URL(url), { port: String(proxy.port) }).href, { max: 1 });
  try {
    const scenario = scenarioRepo(direct.db);
    const partner = await scenario.partner();
    const { id: siteId } = await scenario.site(partner, await scenario.customer(partner), { name: 'counted' });
    const requests = async () =>
      (await direct.db.select().from(usageDay).where(eq(usageDay.workloadId, siteId)))[0]?.requests;
    const { add, flush } = usageCounter((batch) => addUsage(through.db, batch));
    await through.query('select 1');
    proxy.mute();
    add(usageOf(siteId, 3));
    const lost = flush();
    await until('the database to commit', async () => (await requests()) === 3);
    proxy.reset();
    await lost;
    await until('a new connection', async () => {
      await flush();
      return through.query('select 1').catch(() => null);
    });
    await flush();
    assert.equal(await requests(), 3);
  } finally {
    await through.close();
    await direct.close();
    await proxy.close();
    await drop();
  }
});
