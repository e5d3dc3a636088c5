// On both databases: report.repo.ts, whose sums are arrays.
import type { Report } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { app, appBuild, auditLog, license, partner, usageDay, user, workload } from '../../src/db/schema.ts';
import {
  startTestServer,
  type Client,
  type PartnerRow,
  type TestServer,
  type UserRow,
} from '../../src/testing/index.ts';

let server: TestServer;
const clock = { now: () => new Date('2026-04-10T12:00:00Z') };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

type World = { partner: PartnerRow; staff: Client; one: UserRow; two: UserRow };

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

async function world(): Promise<World> {
  const own = await server.scenario.partner();
  await server.db.update(partner).set({ isSpecial: true, attributes: {} }).where(eq(partner.id, own.id));
  const [one, two] = [await server.scenario.customer(own), await server.scenario.customer(own)];
  const staff = await server.as(own, await server.scenario.admin(own, { staffRole: 'read_only' }));
  return { partner: own, staff, one, two };
}

/** A site, or an application, with days of visits; each visit has 10 bytes. */
async function hosted(
  { partner: { id: partnerId, sitesDomain } }: World,
  customer: UserRow | null,
  visits: Record<string, number>,
  values: Partial<typeof workload.$inferInsert> = {},
): Promise<{ id: string; fqdn: string }> {
  const name = `s-${randomUUID().slice(0, 8)}`;
  const fqdn = `${name}.${sitesDomain}`;
  const [row] = await server.db
    .insert(workload)
    .values({
      ...{ partnerId, customerId: customer?.id ?? null, fqdn, name, kind: 'static', type: 'ftp', status: 'ready' },
      ...{ infraDomainId: name, createdAt: new Date('2025-01-01'), ...values },
    })
    .returning();
  assert.ok(row);
  for (const [day, pageViews] of Object.entries(visits))
    await server.db.insert(usageDay).values({ workloadId: row.id, day, pageViews, bytes: pageViews * 10 });
  return { id: row.id, fqdn };
}

async function reportOf(
  { staff }: Pick<World, 'staff'>,
  report: string,
  query: Record<string, string>,
): Promise<Report> {
  const answer = await staff.get<Report>(`/partner/reports/${report}?${new URLSearchParams(query)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const sums = ({ measures }: Report) => measures.map(({ key, total, before: then }) => [key, total, then]);
const named = ({ rows }: Report) => rows.map(({ name, values }) => [name, ...values]);

test('traffic has every day of its period, with both ends, and the days before beside it', async () => {
  const own = await world();
  await hosted(own, own.one, {
    '2026-02-28': 5,
    '2026-03-01': 1,
    '2026-03-31': 2,
    '2026-04-01': 40,
    '2026-01-28': 300,
  });
  await hosted(own, own.two, { '2026-03-31': 4 });
  await hosted(own, own.two, { '2026-03-05': 999 }, { binnedAt: new Date() });
  await hosted(await world(), null, { '2026-03-05': 999 });
  const march = await reportOf(own, 'traffic', MARCH);
  assert.deepEqual(march.previous, { from: '2026-01-29', to: '2026-02-28' });
  assert.deepEqual(sums(march), [
    ['visits', 7, 5],
    ['bytes', 70, 50],
  ]);
  assert.equal(march.times.length, 31);
  assert.deepEqual(
    march.times.filter(({ values }) => values[0] !== 0),
    [
      { from: '2026-03-01', values: [1, 10] },
      { from: '2026-03-31', values: [6, 60] },
    ],
  );
  const year = await reportOf(own, 'traffic', { from: '2025-04-11', to: '2026-04-10' });
  assert.equal(year.unit, 'month');
  assert.deepEqual(
    year.times.slice(-4).map(({ from, values }) => [from, values[0]]),
    [
      ['2026-01-01', 300],
      ['2026-02-01', 5],
      ['2026-03-01', 7],
      ['2026-04-01', 40],
    ],
  );
  assert.equal(year.times.length, 13);
});

test('what has most comes first, by visits or by bytes, and the others are one row', async () => {
  const own = await world();
  const day = '2026-03-05';
  const made = [];
  for (let visits = 1; visits <= 22; visits += 1) made.push(await hosted(own, own.one, { [day]: visits }));
  const [small] = made;
  assert.ok(small);
  await server.db.update(usageDay).set({ bytes: 5000 }).where(eq(usageDay.workloadId, small.id));
  const byVisits = await reportOf(own, 'workloads', MARCH);
  assert.deepEqual([byVisits.rows.length, byVisits.rows[0]?.values], [20, [22, 220]]);
  assert.deepEqual(byVisits.rows[0]?.kind, 'site');
  assert.deepEqual(byVisits.others, { count: 2, values: [3, 5020] });
  const byBytes = await reportOf(own, 'workloads', { ...MARCH, by: 'bytes' });
  assert.deepEqual([byBytes.rows[0]?.id, byBytes.rows[0]?.values], [small.id, [1, 5000]]);
  assert.equal((await reportOf(own, 'workloads', { from: '2025-03-01', to: '2025-03-31' })).others, null);
});

test('customers by disk and traffic; what belongs to nobody is a row without a name', async () => {
  const own = await world();
  await hosted(own, own.one, { '2026-03-05': 1 }, { fileSize: 3000 });
  await hosted(own, own.two, { '2026-03-05': 7, '2026-02-20': 4 }, { fileSize: 1000 });
  await hosted(own, own.two, {}, { fileSize: 1500 });
  await hosted(own, null, { '2026-03-06': 2 });
  const report = await reportOf(own, 'customers', MARCH);
  assert.deepEqual(named(report), [
    [own.one.email, 3000, 10, 1],
    [own.two.email, 2500, 70, 7],
    ['', 0, 20, 2],
  ]);
  assert.deepEqual(sums(report), [
    ['disk', 5500, null],
    ['bytes', 100, 40],
    ['visits', 10, 4],
  ]);
  const [first] = (await reportOf(own, 'customers', { ...MARCH, by: 'visits' })).rows;
  assert.equal(first?.id, own.two.id);
});

test('plans by customers and by licenses that have not ended', async () => {
  const own = await world();
  await server.db.update(user).set({ planType: 'PRO' }).where(eq(user.id, own.two.id));
  const given = (product: 'site_pro' | 'app_starter', toDate: Date) =>
    server.db.insert(license).values({
      ...{ partnerId: own.partner.id, customerId: own.one.id, key: randomUUID(), product, provider: 'cam' },
      ...{ termMonths: 1, startedAt: new Date('2026-01-01'), fromDate: new Date('2026-01-01'), toDate },
    });
  await given('site_pro', new Date('2026-05-01'));
  await given('app_starter', new Date('2026-05-01'));
  await given('app_starter', new Date('2026-04-01'));
  assert.deepEqual(named(await reportOf(own, 'plans', MARCH)).toSorted(), [
    ['FREE', 1, 0],
    ['PRO', 1, 1],
    ['STARTER', 0, 1],
  ]);
});

test('growth counts what came and what was deleted on the days of the period', async () => {
  const own = await world();
  const since = (at: string, id: string) =>
    server.db
      .update(user)
      .set({ createdAt: new Date(at) })
      .where(eq(user.id, id));
  await since('2026-03-01T00:00:00Z', own.one.id);
  await since('2026-02-28T23:59:59.999Z', own.two.id);
  await hosted(own, own.one, {}, { createdAt: new Date('2026-03-31T23:59:59.999Z') });
  await hosted(own, own.one, {}, { createdAt: new Date('2026-04-01T00:00:00Z') });
  const gone = (action: string, at: string, of = own.partner.id) =>
    server.db.insert(auditLog).values({ action, partnerId: of, at: new Date(at) });
  await gone('customer.delete', '2026-03-31T23:59:59.999Z');
  await gone('account.delete', '2026-03-01T00:00:00Z');
  await gone('customer.delete', '2026-04-01T00:00:00Z');
  await gone('site.delete', '2026-02-28T12:00:00Z');
  await gone('site.delete', '2026-03-05T12:00:00Z', (await world()).partner.id);
  const report = await reportOf(own, 'growth', MARCH);
  assert.deepEqual(sums(report), [
    ['new_customers', 1, 1],
    ['gone_customers', 2, 0],
    ['new_sites', 1, 0],
    ['gone_sites', 0, 1],
    ['new_apps', 0, 0],
    ['gone_apps', 0, 0],
  ]);
  assert.deepEqual(report.times[0], { from: '2026-03-01', values: [1, 1, 0, 0, 0, 0] });
  assert.deepEqual(report.times.at(-1), { from: '2026-03-31', values: [0, 1, 1, 0, 0, 0] });
});

test('build time by customer, without restores and without what began before', async () => {
  const own = await world();
  const { id } = await hosted(own, own.two, {}, { kind: 'node', type: 'github' });
  await server.db.insert(app).values({ id, type: 'manual' });
  const built = (number: number, startedAt: string, seconds: number, trigger: 'manual' | 'restore' = 'manual') =>
    server.db.insert(appBuild).values({
      ...{ appId: id, number, trigger, status: 'success', startedAt: new Date(startedAt) },
      endedAt: new Date(Date.parse(startedAt) + seconds * 1000),
    });
  await built(1, '2026-03-01T00:00:00Z', 60);
  await built(2, '2026-03-31T23:59:00Z', 120);
  await built(3, '2026-03-10T00:00:00Z', 999, 'restore');
  await built(4, '2026-02-28T23:59:00Z', 30);
  const report = await reportOf(own, 'builds', MARCH);
  assert.deepEqual(named(report), [[own.two.email, 180, 2]]);
  assert.deepEqual(sums(report), [
    ['build_seconds', 180, 30],
    ['builds', 2, 1],
  ]);
});

test('only who operates the installation compares partners', async () => {
  const own = await world();
  await hosted(own, own.one, { '2026-03-05': 123_456_789 }, { fileSize: 2 ** 40 });
  assert.equal((await own.staff.get(`/partner/reports/partners?${new URLSearchParams(MARCH)}`)).status, 404);
  const staff = await server.as(own.partner, await server.scenario.superadmin());
  const [first] = (await reportOf({ staff }, 'partners', { ...MARCH, by: 'visits' })).rows;
  assert.deepEqual(
    [first?.id, first?.kind, first?.values],
    [own.partner.id, 'partner', [2, 1, 0, 2 ** 40, 123_456_789, 1_234_567_890]],
  );
});

test('where applications are off, none is counted, and builds have no report', async () => {
  const own = await world();
  await hosted(own, own.one, { '2026-03-05': 3 });
  await hosted(own, own.one, { '2026-03-05': 50 }, { kind: 'node', type: 'github' });
  await server.db.update(partner).set({ isSpecial: false }).where(eq(partner.id, own.partner.id));
  assert.deepEqual(sums(await reportOf(own, 'traffic', MARCH))[0], ['visits', 3, 0]);
  assert.equal((await own.staff.get(`/partner/reports/builds?${new URLSearchParams(MARCH)}`)).status, 404);
});

test('a file has more rows than the page, and no cell that a spreadsheet would run', async () => {
  const own = await world();
  for (let visits = 1; visits <= 21; visits += 1) await hosted(own, own.one, { '2026-03-05': visits });
  await server.db.update(user).set({ email: '=cmd@example.com' }).where(eq(user.id, own.two.id));
  await hosted(own, own.two, { '2026-03-05': 5 }, { fileSize: 7 });
  const csvOf = async (report: string) => {
    const answer = await own.staff.get<{ csv: string }>(
      `/partner/reports/${report}/export?${new URLSearchParams(MARCH)}`,
    );
    return answer.body.csv.trimEnd().split('\r\n');
  };
  const workloads = await csvOf('workloads');
  assert.deepEqual([workloads.length, workloads[0]], [23, '"Name","Kind","Number","Visits","Bytes"']);
  assert.equal((await csvOf('customers'))[1], `"'=cmd@example.com","customer","${own.two.id}","7","50","5"`);
  assert.equal((await csvOf('traffic'))[5], '"2026-03-05","236","2360"');
});

test('a period that is backwards, too long or no period is refused', async () => {
  const { staff } = await world();
  for (const [from, to] of [
    ['2026-03-02', '2026-03-01'],
    ['2025-03-01', '2026-03-02'],
    ['2026-02-30', '2026-03-02'],
  ] as const)
    assert.equal((await staff.get(`/partner/reports/traffic?from=${from}&to=${to}`)).status, 422, from);
  assert.equal((await staff.get('/partner/reports/traffic?from=2025-03-01&to=2026-03-01')).status, 200);
  assert.equal((await staff.get('/partner/reports/secrets?from=2026-03-01&to=2026-03-01')).status, 422);
});
