import type { App, Overview, Page, Site, SiteOverview } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { backup, certificate, limitHit, siteHold, sslSetting, task, workload } from '../../src/db/schema.ts';
import { siteHealth, type HealthFacts } from '../../src/modules/site/site-health.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { tenant } from './site-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const NOW = new Date();
const at = NOW.toISOString();
const check = (name: 'HTTP' | 'DNS', ok: boolean) => ({ name, ok, detail: `${name} was asked`, checked_at: at });

/** Each fact that can be wrong, and how it gets into the database. */
const FAULTS = {
  /** Failed once: it is checked again before it counts. */
  once: (id: string) =>
    server.db
      .update(workload)
      .set({ evidence: [check('HTTP', false)] })
      .where(eq(workload.id, id)),
  /** Failed twice in a row. */
  check: (id: string) =>
    server.db
      .update(workload)
      .set({ evidence: [check('HTTP', false)], failedChecks: 2, brokenAt: NOW })
      .where(eq(workload.id, id)),
  delivery: (id: string) =>
    server.db
      .update(workload)
      .set({ deliveryEvidence: [check('DNS', false)] })
      .where(eq(workload.id, id)),
  hold: (id: string) =>
    server.db
      .insert(siteHold)
      .values({ workloadId: id, since: NOW, until: new Date(NOW.getTime() + 600_000), times: 1 }),
  backup: (id: string) => server.db.insert(backup).values({ ...backupOf(id), status: 'failed', error: 'No space' }),
  limit: (id: string) =>
    server.db
      .insert(limitHit)
      .values({ workloadId: id, day: at.slice(0, 10), kind: 'memory', count: 1, lastAt: new Date() }),
  ends: (id: string) =>
    server.db.insert(certificate).values({
      ...{ resource: 'site', resourceId: id, kind: 'acme', hosts: ['shop.example'], fingerprint: '00' },
      ...{ chain: 'none', sealedKey: 'none', issuer: 'Test' },
      notBefore: new Date(NOW.getTime() - 85 * 86_400_000),
      notAfter: new Date(NOW.getTime() + 5 * 86_400_000),
    }),
  certificate: (id: string) =>
    server.db.insert(sslSetting).values({ resource: 'site', resourceId: id, error: 'Refused', failedAt: NOW }),
} as const;
type Fault = keyof typeof FAULTS;
const faults = Object.keys(FAULTS) as Fault[];

const backupOf = (workloadId: string) => ({
  ...{ workloadId, taskId: randomUUID(), name: 'nightly', type: 'daily' as const },
});
const STATES = [
  { name: 'ready', status: 'ready', taskId: null },
  { name: 'busy', status: 'ready', taskId: randomUUID() },
  { name: 'failed', status: 'failed', taskId: null },
  { name: 'deploying', status: 'deploying', taskId: null },
] as const;

/** What a combination is made of in full; the other two are spread over them, and are there alone. */
const mixed = faults.filter((fault) => fault !== 'once' && fault !== 'ends');
const combinations: Fault[][] = [
  ['once'],
  ['ends'],
  ...Array.from({ length: 2 ** mixed.length }, (_, bits) => [
    ...(bits % 3 === 1 ? (['once'] as const) : []),
    ...mixed.filter((_fault, index) => (bits >> index) & 1),
    ...(bits % 5 === 3 ? (['ends'] as const) : []),
  ]),
  [...faults],
];
/** While a task changes it, no fault counts: some of them are enough. */
const combinationsOf = ({ status, taskId }: (typeof STATES)[number]) =>
  taskId === null && status !== 'deploying' ? combinations : combinations.filter((_wrong, index) => index % 5 === 0);

function expected(state: (typeof STATES)[number], wrong: readonly Fault[]): Site['health']['level'] {
  if (state.taskId !== null || state.status === 'deploying') return 'working';
  if (state.status === 'failed' || wrong.includes('check') || wrong.includes('hold')) return 'down';
  return wrong.length > 0 ? 'attention' : 'healthy';
}

/** What lists are filtered by. */
const LEVELS = [['down'], ['attention'], ['healthy'], ['working'], ['attention', 'down'], ['healthy', 'unknown']];

test('of every combination of facts the list, the filter and the overview show one health', async () => {
  const own = await tenant(server);
  const wanted = new Map<string, Site['health']['level']>();
  for (const state of STATES) {
    for (const [index, wrong] of combinationsOf(state).entries()) {
      const { id } = await server.scenario.site(own.partner, own.customer, {
        name: `${state.name}-${index}`,
        status: state.status,
        evidence: [check('HTTP', true)],
      });
      await server.db.update(workload).set({ taskId: state.taskId }).where(eq(workload.id, id));
      for (const fault of wrong) await FAULTS[fault](id);
      wanted.set(id, expected(state, wrong));
    }
  }
  const rows: Site[] = [];
  for (let pageIndex = 0; rows.length < wanted.size; pageIndex += 1) {
    const { body } = await own.client.get<Page<Site>>(`/site/filter?pageSize=100&pageIndex=${pageIndex}`);
    assert.ok(body.pageElements.length > 0);
    rows.push(...body.pageElements);
  }
  assert.deepEqual(new Map(rows.map(({ site_id, health }) => [site_id, health.level])), wanted);

  const idsOf = (...levels: readonly string[]) =>
    new Set([...wanted].flatMap(([id, level]) => (levels.includes(level) ? [id] : [])));
  for (const levels of LEVELS) {
    const found = new Set<string | null>();
    const query = levels.map((level) => `health=${level}`).join('&');
    for (let pageIndex = 0, total = 1; pageIndex * 100 < total; pageIndex += 1) {
      const { body } = await own.client.get<Page<Site>>(`/site/filter?${query}&pageSize=100&pageIndex=${pageIndex}`);
      total = body.totalCount;
      for (const { site_id } of body.pageElements) found.add(site_id);
    }
    assert.deepEqual([...found].toSorted(), [...idsOf(...levels)].toSorted(), levels.join());
  }

  // One of each result; the answer of an overview is of the same row.
  for (const level of ['healthy', 'attention', 'down', 'working']) {
    const id = [...wanted].find(([, of]) => of === level)?.[0] ?? '';
    const { site, uptime } = (await own.client.get<SiteOverview>(`/site/${id}/overview`)).body;
    assert.deepEqual(site.health, rows.find(({ site_id }) => site_id === id)?.health);
    // Uptime says what the checks found, and only where the health says it too.
    const isBroken = site.health.reasons.some(({ code, level: of }) => code === 'HTTP' && of === 'down');
    assert.equal(uptime?.broken_since !== null, isBroken);
  }

  // What staff read first counts the same.
  const staff = await server.as(own.partner, await server.scenario.admin(own.partner));
  const read = await staff.get<Overview>('/overview');
  assert.equal(read.status, 200, read.text);
  const { attention } = read.body;
  assert.equal(attention.find(({ kind }) => kind === 'sites_down')?.count, idsOf('down').size);
});

test('of every combination of facts the list of applications, its filter and the application show one health', async () => {
  const own = await tenant(server, {}, await server.scenario.partner({ isSpecial: true }));
  const wanted = new Map<string, App['health']['level']>();
  for (const state of STATES) {
    for (const [index, wrong] of combinationsOf(state).entries()) {
      const { id } = await server.scenario.app(own.partner, own.customer, `${state.name}-${index}`, true);
      await server.db.update(workload).set({ status: state.status, taskId: state.taskId }).where(eq(workload.id, id));
      for (const fault of wrong) await FAULTS[fault](id);
      wanted.set(id, expected(state, wrong));
    }
  }
  const listed = async (query: string): Promise<App[]> => {
    const rows: App[] = [];
    for (let pageIndex = 0, total = 1; pageIndex * 100 < total; pageIndex += 1) {
      const answer = await own.client.get<Page<App>>(`/nucal/user/apps?${query}&pageSize=100&pageIndex=${pageIndex}`);
      total = answer.body.totalCount;
      rows.push(...answer.body.pageElements);
    }
    return rows;
  };
  const rows = await listed('orderBy=name');
  assert.deepEqual(new Map(rows.map(({ id, health }) => [id, health.level])), wanted);
  for (const levels of LEVELS) {
    const found = await listed(levels.map((level) => `health=${level}`).join('&'));
    const ids = [...wanted].flatMap(([id, level]) => (levels.includes(level) ? [id] : []));
    assert.deepEqual(found.map(({ id }) => id).toSorted(), ids.toSorted(), levels.join());
  }
  const [worst] = rows.toSorted((a, b) => b.health.reasons.length - a.health.reasons.length);
  // A check that failed once or twice is one reason; the failed task is another.
  assert.equal(worst?.health.reasons.length, faults.length);
  assert.deepEqual((await own.client.get<App>(`/nucal/${worst?.id}`)).body.health, worst?.health);
});

test('an application that is being built has no health, in list and filter', async () => {
  const own = await tenant(server, {}, await server.scenario.partner({ isSpecial: true }));
  const { id } = await server.scenario.app(own.partner, own.customer, 'built', true);
  await server.db.insert(task).values({
    ...{ partnerId: own.partner.id, customerId: own.customer.id, kind: 'app.build', title: 'built' },
    ...{ resource: 'app', resourceId: id, status: 'queued' as const },
  });
  const { body } = await own.client.get<Page<App>>('/nucal/user/apps?health=healthy');
  assert.equal(body.totalCount, 0);
  assert.equal((await own.client.get<App>(`/nucal/${id}`)).body.health.level, 'working');
});

const WELL: HealthFacts = {
  status: 'ready',
  taskId: null,
  checkedAt: at,
  brokenAt: null,
  failing: [],
  heldUntil: null,
  backup: null,
  limits: [],
  certificate: null,
  certificateEnds: null,
  restoredFrom: null,
};

test('the reason that keeps visitors away is first, each with its evidence', () => {
  const { level, reasons } = siteHealth({
    ...WELL,
    brokenAt: at,
    failing: [check('DNS', false), check('HTTP', false)],
    certificate: { error: 'Refused', at },
    limits: [{ kind: 'memory', at }],
  });
  assert.equal(level, 'down');
  assert.deepEqual(
    reasons.map(({ code, detail, limit }) => [code, detail, limit]),
    [
      ['HTTP', 'HTTP was asked', undefined],
      ['DNS', 'DNS was asked', undefined],
      ['Certificate', 'Refused', undefined],
      ['LIMIT_HIT', null, 'memory'],
    ],
  );
});

test('a check that failed once needs attention, and is down once the next has failed too', () => {
  const once = { ...WELL, failing: [check('HTTP', false)] };
  assert.equal(siteHealth(once).level, 'attention');
  assert.equal(siteHealth({ ...once, brokenAt: at }).level, 'down');
  // A check that passed meanwhile counts at once.
  assert.equal(siteHealth({ ...WELL, brokenAt: at }).level, 'healthy');
});

test('a site that nobody has checked is not called healthy', () => {
  assert.equal(siteHealth({ ...WELL, checkedAt: null }).level, 'unknown');
});

test('a failed test of the newest backup is in list and filter, and a site that nobody has checked has no known problem', async () => {
  const own = await tenant(server);
  const tested = await server.scenario.site(own.partner, own.customer, {
    name: 'tested',
    evidence: [check('HTTP', true)],
  });
  const unseen = await server.scenario.site(own.partner, own.customer, { name: 'unseen' });
  await server.db.insert(backup).values({
    ...backupOf(tested.id),
    status: 'succeeded',
    createdAt: NOW,
    proof: { ok: false, checked_at: at, checks: [] },
  });
  const listed = async (query: string) =>
    (await own.client.get<Page<Site>>(`/site/filter?${query}`)).body.pageElements.map(({ site_id, health }) => ({
      site_id,
      ...health,
    }));
  assert.deepEqual(await listed('health=attention'), [
    {
      site_id: tested.id,
      level: 'attention',
      checked_at: at,
      reasons: [{ code: 'RESTORE_TEST_FAILED', level: 'attention', at, detail: null }],
    },
  ]);
  assert.deepEqual(await listed('health=healthy'), []);
  assert.deepEqual(await listed('health=unknown'), [
    { site_id: unseen.id, level: 'unknown', checked_at: null, reasons: [] },
  ]);
});

test('an older backup, an ended hold and yesterday’s limits are no longer news', async () => {
  const own = await tenant(server);
  const { id } = await server.scenario.site(own.partner, own.customer, {
    name: 'past',
    evidence: [check('HTTP', true)],
  });
  const day = (ago: number) => new Date(NOW.getTime() - ago * 86_400_000);
  await server.db.insert(backup).values([
    { ...backupOf(id), status: 'failed', createdAt: day(2) },
    { ...backupOf(id), status: 'succeeded', createdAt: day(1), proof: { ok: false, checked_at: at, checks: [] } },
    { ...backupOf(id), status: 'succeeded', createdAt: NOW },
  ]);
  await server.db.insert(siteHold).values({ workloadId: id, since: day(1), until: day(0.5), times: 1 });
  await server.db
    .insert(limitHit)
    .values({ workloadId: id, day: day(2).toISOString().slice(0, 10), kind: 'cpu', count: 1, lastAt: day(2) });
  const { body } = await own.client.get<Page<Site>>('/site/filter?health=attention&health=down');
  assert.equal(body.totalCount, 0);
  const [site] = (await own.client.get<Page<Site>>('/site/filter')).body.pageElements;
  assert.deepEqual(site?.health, { level: 'healthy', checked_at: at, reasons: [] });
});
