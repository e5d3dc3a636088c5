import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { statusDay, statusPanelDay, uptimeDay, workload, type SiteEvidence } from '../../src/db/schema.ts';
import { notePanel } from '../../src/metrics/status-day.repo.ts';
import { storeCheck } from '../../src/modules/site/site-uptime.repo.ts';
import { checkedParts } from '../../src/modules/status-page/status-check.repo.ts';
import { startTestServer, type PartnerRow, type TestServer, type UserRow } from '../../src/testing/index.ts';
import { pageOf, reported, world } from './status-support.ts';

const MINUTE_MS = 60_000;
let server: TestServer;
before(async () => {
  // Each check of this file, and each note that the panel runs, is its own.
  server = await startTestServer({ env: { ROLE: 'api,edge', SITE_CHECK_MINUTES: '7' } });
});
after(() => server.stop());

/** Checks a site of the partner by the outcome, as the schedule does. */
async function checked(
  of: PartnerRow,
  name: string,
  ok: boolean,
  { kind, delivery = null, ...by }: Partial<{ kind: string; customer: UserRow; delivery: SiteEvidence[] | null }> = {},
) {
  const customer = by.customer ?? (await server.scenario.customer(of));
  const values = { name, status: 'ready' as const, ...(kind && { kind }) };
  const { id } = await server.scenario.site(of, customer, values);
  const now = new Date();
  for (let times = ok ? 1 : 2; times > 0; times -= 1) {
    const [taken] = await server.db.select().from(workload).where(eq(workload.id, id));
    assert.ok(taken);
    const evidence = [{ name: 'HTTP' as const, ok, detail: '', checked_at: now.toISOString() }];
    const facts = { evidence, phpVersion: null };
    await storeCheck(server.db, { taken, facts, delivery, now, everySeconds: 1800 });
  }
  return id;
}

const partOf = async (of: PartnerRow, part: string) =>
  (await checkedParts(server.db, of, new Date())).find((each) => each.part === part);

test('the checks of all sites of a partner make its days and its condition, and no name is shown', async () => {
  const [own, other] = [await world(server), await world(server)];
  assert.equal(await partOf(own.partner, 'sites'), undefined);
  await checked(other.partner, 'elsewhere', false);
  for (let i = 0; i < 10; i += 1) await checked(own.partner, `well${i}`, true);
  const well = await partOf(own.partner, 'sites');
  assert.deepEqual([well?.condition, well?.days.length, well?.days.at(-1)?.share], ['operational', 90, 1]);
  assert.equal(well?.days[0]?.share, null);
  const broken = await checked(own.partner, 'secretshop', false);
  // 10 × 1800 s well; 60 s and 600 s not.
  const share = 1 - 660 / (18_000 + 660);
  const degraded = await partOf(own.partner, 'sites');
  assert.equal(degraded?.condition, 'operational', 'one of eleven is its owner’s matter');
  assert.ok(Math.abs((degraded?.days.at(-1)?.share ?? 0) - share) < 0.001, String(degraded?.days.at(-1)?.share));
  for (const name of ['another', 'third']) await checked(own.partner, name, false);
  assert.equal((await partOf(own.partner, 'sites'))?.condition, 'degraded');
  await server.app.partners.changed(own.partner.id);
  const page = await pageOf(own);
  assert.match(page, /Some of it does not work as it should/);
  assert.doesNotMatch(page, /secretshop|well1/);
  // What was counted stays when a site goes.
  const before = (await partOf(own.partner, 'sites'))?.days;
  await server.db.delete(workload).where(eq(workload.id, broken));
  assert.deepEqual((await partOf(own.partner, 'sites'))?.days, before);
});

test('fewer than three broken sites, or those of one customer, are no trouble of the partner', async () => {
  const small = await world(server);
  await checked(small.partner, 'one', false);
  await checked(small.partner, 'two', false);
  assert.equal((await partOf(small.partner, 'sites'))?.condition, 'operational', 'two of two');
  await checked(small.partner, 'three', false);
  assert.equal((await partOf(small.partner, 'sites'))?.condition, 'outage', 'three of three');
  const large = await world(server);
  for (const name of ['a', 'b', 'c', 'd']) await checked(large.partner, name, false, { customer: large.customer });
  assert.equal((await partOf(large.partner, 'sites'))?.condition, 'operational', 'all of one customer');
  await checked(large.partner, 'e', false);
  assert.equal((await partOf(large.partner, 'sites'))?.condition, 'outage');
});

test('a check counts for the time until the next one, and uptime is of all that time', async () => {
  const own = await world(server);
  const now = new Date();
  const delivery = [{ name: 'DNS' as const, ok: false, detail: '', checked_at: now.toISOString() }];
  const id = await checked(own.partner, 'unreachable', true, { delivery });
  const today = (await partOf(own.partner, 'sites'))?.days.at(-1);
  assert.deepEqual([today?.seconds, today?.failedSeconds], [60, 0], 'DNS is looked at again in a minute');
  const [uptime] = await server.db.select().from(uptimeDay).where(eq(uptimeDay.workloadId, id));
  assert.equal(uptime?.seconds, 60);
  // A whole day with one hour of trouble, and this minute.
  const day = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const counts = { checks: 48, failed: 2, seconds: 86_340, failedSeconds: 3600 };
  await server.db.insert(statusDay).values({ partnerId: own.partner.id, part: 'sites', day, ...counts });
  const page = await pageOf(own);
  assert.match(page, /Sites, last 90 days: 95\.83 % uptime/);
  assert.match(page, /asked for its home page, every 7 minutes or more often/);
});

test('a part without a check is not shown, unless an incident names it', async () => {
  const own = await world(server);
  assert.doesNotMatch(await pageOf(own), /<h3>Email<\/h3>|<h3>Sites<\/h3>/);
  await reported(own.staff, { parts: ['email'], impact: 'outage' });
  assert.match(await pageOf(own), /<h3>Email<\/h3><span class="mark outage">Outage<\/span>/);
});

test('the panel notes that it runs; a gap counts as an outage, on the days that it lasted', async () => {
  await server.db.delete(statusPanelDay);
  const begin = new Date('2026-03-01T23:00:00Z');
  const at = (minutes: number) => new Date(begin.getTime() + minutes * MINUTE_MS);
  for (const minute of [0, 1, 1, 2]) await notePanel(server.db, at(minute));
  // Nothing ran from 23:02 to 00:30.
  await notePanel(server.db, at(90));
  const days = await server.db.select().from(statusPanelDay).orderBy(statusPanelDay.day);
  assert.deepEqual(
    days.map(({ day, checks, failed, seconds, failedSeconds }) => ({ day, checks, failed, seconds, failedSeconds })),
    [
      { day: '2026-03-01', checks: 4, failed: 1, seconds: 180 + 58 * 60, failedSeconds: 58 * 60 },
      { day: '2026-03-02', checks: 1, failed: 1, seconds: 30 * 60, failedSeconds: 30 * 60 },
    ],
  );
});

test('an outage across midnight counts once, though processes note at once', async () => {
  await server.db.delete(statusPanelDay);
  await notePanel(server.db, new Date('2026-03-01T23:30:00Z'));
  const now = new Date('2026-03-02T00:30:00Z');
  await Promise.all([1, 2, 3, 4].map(() => notePanel(server.db, now)));
  const days = await server.db.select().from(statusPanelDay).orderBy(statusPanelDay.day);
  assert.deepEqual(
    days.map(({ failed, failedSeconds }) => ({ failed, failedSeconds })),
    [1, 1].map((failed) => ({ failed, failedSeconds: 30 * 60 })),
  );
});
