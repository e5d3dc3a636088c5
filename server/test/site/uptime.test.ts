import { CDN_DEFAULTS, type Notification, type Page, type SiteOverview, type Ssl } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { schedule, workload, uptimeDay } from '../../src/db/schema.ts';
import type { HostingDriver } from '../../src/hosting/index.ts';
import { lookAtDelivery } from '../../src/modules/site-lifecycle/delivery-checks.ts';
import { checkNextSite } from '../../src/modules/site-lifecycle/site-uptime.tasks.ts';
import { storeCheck, sweepUptime, takeSiteToCheck, uptimeOf } from '../../src/modules/site/site-uptime.repo.ts';
import { PANEL_RESOURCE } from '../../src/tasks/panel-resource.ts';
import { until, type TestServer } from '../../src/testing/index.ts';
import { claimed, connected, licensed, startInWorld, type World } from '../domain/domain-support.ts';
import { certificateAt } from '../tls/tls-support.ts';
import { readySite, tenant, visit, type Tenant } from './site-support.ts';

const world: World = new Map();
let stop: () => Promise<void>;
let server: TestServer;
before(async () => {
  ({ server, stop } = await startInWorld(world, { env: { SITE_ADDRESSES: '127.0.0.1', HTTPS_PORT: '0' } }));
  // Each check of this file is its own.
  await server.db.update(schedule).set({ enabled: false }).where(eq(schedule.id, 'panel.checks'));
});
after(() => stop());

const makeDue = (id: string) =>
  server.db
    .update(workload)
    .set({ checkAt: sql`now() - interval '1 hour'` })
    .where(eq(workload.id, id));

async function checkDue(id: string): Promise<string | undefined> {
  await makeDue(id);
  return checkNextSite(server.app);
}

async function notified({ client }: Tenant): Promise<string[]> {
  const { body } = await client.get<Page<Notification>>('/notification?pageSize=50');
  return body.pageElements.filter(({ type }) => type === 'site_broken' || type === 'site_well').map(({ type }) => type);
}

const overview = async ({ client }: Tenant, id: string) =>
  (await client.get<SiteOverview>(`/site/${id}/overview`)).body;
const rowOf = async (id: string) => {
  const [row] = await server.db.select().from(workload).where(eq(workload.id, id));
  assert.ok(row);
  return row;
};
const countsOf = async (id: string) => server.db.select().from(uptimeDay).where(eq(uptimeDay.workloadId, id));

/** A site as rows only, whose check is due. */
async function dueSite(values: Partial<typeof workload.$inferInsert> = {}) {
  const partner = await server.scenario.partner();
  const customer = await server.scenario.customer(partner);
  return server.scenario.site(partner, customer, { name: 'shop', checkAt: new Date(0), ...values });
}
const never = () => server.db.update(workload).set({ checkAt: new Date(Date.now() + 86_400_000) });

test('a site that breaks is reported once, after the second check, and once when it works again', async () => {
  const own = await tenant(server);
  const { site_id: id, fqdn } = await readySite(own, 'shop');
  assert.equal(await checkDue(id), 'well');
  const folder = path.join(server.dataDir, 'sites', id, 'live');
  await rename(path.join(folder, 'public'), path.join(folder, 'away'));
  assert.equal(await checkDue(id), 'failed');
  assert.deepEqual(await notified(own), []);
  const once = await overview(own, id);
  assert.deepEqual([once.uptime?.broken_since, once.site.health.level], [null, 'attention']);
  assert.equal(await checkDue(id), 'broken');
  assert.equal((await overview(own, id)).site.health.level, 'down');
  assert.deepEqual(await notified(own), ['site_broken']);
  assert.equal(await checkDue(id), 'failed');
  assert.deepEqual(await notified(own), ['site_broken']);
  const broken = await overview(own, id);
  assert.ok(broken.uptime?.broken_since);
  assert.ok(broken.evidence.some(({ ok, by }) => !ok && by === 'schedule'));
  const { body } = await own.client.get<Page<Notification>>('/notification?pageSize=50');
  const notice = body.pageElements.find(({ type }) => type === 'site_broken');
  assert.equal(notice?.link, `/manage-site/overview/${id}`);
  assert.match(notice?.description ?? '', new RegExp(`^${fqdn} does not work.+HTTP: .+restore a backup`));

  await rename(path.join(folder, 'away'), path.join(folder, 'public'));
  assert.equal(await checkDue(id), 'repaired');
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual((await notified(own)).sort(), ['site_broken', 'site_well']);
  const { uptime } = await overview(own, id);
  assert.equal(uptime?.days.length, 90);
  assert.equal(uptime.broken_since, null);
  // A failed check stands for the minute until the next one, that of a broken site for ten, others for half an hour.
  const sums = (name: 'checks' | 'failed' | 'seconds' | 'failed_seconds') =>
    uptime.days.reduce((sum, day) => sum + day[name], 0);
  assert.deepEqual(
    [sums('checks'), sums('failed'), sums('seconds'), sums('failed_seconds')],
    [6, 3, 3 * 1800 + 60 + 600 + 600, 60 + 600 + 600],
  );

  // None of the checks was a visit: of all requests the edge has counted this one.
  assert.equal((await visit(server, fqdn)).status, 200);
  const days = await until('the visit to be counted', async () => {
    const { days: all } = await overview(own, id);
    return all.some(({ requests }) => requests > 0) && all;
  });
  assert.equal(
    days.reduce((sum, { requests }) => sum + requests, 0),
    1,
  );
});

test('DNS, certificate and CDN of a site are checked with it, and reported like it', async () => {
  const own = await licensed(server, await tenant(server));
  const { siteId: id, client } = own;
  const domain = 'watched.example';
  world.set(domain, {});
  await claimed(own, domain);
  world.set(domain, { nameservers: own.partner.nameservers });
  await connected(server, own);
  const names = async () =>
    (await overview(own, id)).evidence.flatMap(({ name, ok, by }) =>
      ['DNS', 'Certificate', 'CDN'].includes(name) ? [`${name} ${ok} ${by}`] : [],
    );
  const leads = (address: string) =>
    world.set(domain, {
      nameservers: own.partner.nameservers,
      records: [{ type: 'A', name: '@', ttl: 300, value: address }],
    });

  // Only what the site has: its own domain, but no certificate and no settings of the cache yet.
  leads('127.0.0.1');
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual(await names(), ['DNS true schedule']);
  const certificate = await certificateAt({
    ...{ port: server.httpsPort ?? 0, host: domain },
    ca: (await server.app.authority.root()) ?? '',
  });
  const saved = await client.put(`/cdn/update/${id}`, { cache_settings: CDN_DEFAULTS });
  assert.equal(saved.status, 200, saved.text);
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual(await names(), ['DNS true schedule', 'Certificate true schedule', 'CDN true schedule']);
  const ssl = (await client.get<Ssl>(`/site/${id}/ssl`)).body;
  assert.ok(ssl.check?.ok && certificate.subject, 'the page of certificates shows the same check');

  // Where nothing answers, as behind a proxy with ports of its own, nothing is known of the site.
  const behindProxy = { ...server.app, config: { ...server.app.config, port: 1, httpsPort: 1 } };
  const seen = await lookAtDelivery(behindProxy, await rowOf(id), 'schedule');
  assert.deepEqual(
    seen.map(({ name }) => name),
    ['DNS'],
  );

  // The owner is notified after the second failed check. The status of the site itself does not change.
  leads('192.0.2.66');
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual(await notified(own), []);
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual(await names(), ['DNS false schedule', 'Certificate true schedule', 'CDN true schedule']);
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual(await notified(own), ['site_broken']);
  const { body } = await client.get<Page<Notification>>('/notification?pageSize=50');
  assert.match(
    body.pageElements.find(({ type }) => type === 'site_broken')?.description ?? '',
    /^Visitors may not reach watched\.example\. .+DNS: .+Check its records/,
  );
  const { uptime } = await overview(own, id);
  assert.deepEqual([uptime?.broken_since, uptime?.days.at(-1)?.failed], [null, 0]);
  assert.ok((await rowOf(id)).checkAt < new Date(Date.now() + 11 * 60_000), 'the next check is soon');

  leads('127.0.0.1');
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual((await notified(own)).sort(), ['site_broken', 'site_well']);

  // A resolver that does not answer says nothing about the domain.
  world.delete(domain);
  assert.equal(await checkDue(id), 'well');
  assert.equal(await checkDue(id), 'well');
  assert.deepEqual(await names(), ['Certificate true schedule', 'CDN true schedule']);
});

test('the run of the schedule checks what is due', async () => {
  const own = await tenant(server);
  const { site_id: id } = await readySite(own, 'shop');
  await makeDue(id);
  const panel = { ...PANEL_RESOURCE, partnerId: null, customerId: null, userId: null, payload: {} };
  const task = await server.app.tasks.enqueue(server.db, { kind: 'panel.checks', resourceId: 'checks', ...panel });
  assert.equal((await server.app.tasks.waitFor(task)).status, 'succeeded');
  assert.deepEqual(
    (await countsOf(id)).map(({ checks, failed }) => [checks, failed]),
    [[1, 0]],
  );
  assert.ok((await rowOf(id)).checkAt > new Date());
});

test('staging, deleted, failed and unfinished sites, and those with a task, are not checked', async () => {
  await never();
  await dueSite({ isStage: true });
  await dueSite({ binnedAt: new Date() });
  for (const status of ['failed', 'created', 'processing', 'moving', 'pending'] as const) await dueSite({ status });
  await dueSite({ taskId: crypto.randomUUID() });
  assert.equal(await takeSiteToCheck(server.db, server.app.machine.id), undefined);
  const { id } = await dueSite();
  assert.equal((await takeSiteToCheck(server.db, server.app.machine.id))?.id, id);
});

test('two processes never take the same site, and one that is killed leaves its site to the others', async () => {
  await never();
  const ids = [(await dueSite()).id, (await dueSite()).id];
  const taken = await Promise.all([
    takeSiteToCheck(server.db, server.app.machine.id),
    takeSiteToCheck(server.db, server.app.machine.id),
  ]);
  const rest = await takeSiteToCheck(server.db, server.app.machine.id);
  assert.deepEqual([...taken, rest].flatMap((one) => one?.id ?? []).sort(), ids.sort());
  assert.equal(await takeSiteToCheck(server.db, server.app.machine.id), undefined);
  for (const id of ids) {
    const { checkAt } = await rowOf(id);
    assert.ok(checkAt.getTime() < Date.now() + 10 * 60_000, 'due again long before the next regular check');
  }
});

test('a result from before a change of the site is dropped', async () => {
  await never();
  const { id } = await dueSite();
  const taken = await takeSiteToCheck(server.db, server.app.machine.id);
  assert.ok(taken);
  const evidence = [{ name: 'HTTP' as const, ok: false, detail: '500', checked_at: new Date().toISOString() }];
  const check = { taken, facts: { evidence, phpVersion: null }, delivery: null, now: new Date(), everySeconds: 1800 };
  await server.db
    .update(workload)
    .set({ contentAt: new Date(0) })
    .where(eq(workload.id, id));
  assert.equal(await storeCheck(server.db, check), 'dropped');
  assert.deepEqual(await countsOf(id), []);
  assert.deepEqual((await rowOf(id)).evidence, []);
});

test('what says nothing about the site is not counted', async () => {
  await never();
  const { id } = await dueSite();
  assert.equal(await checkNextSite(server.app), 'unknown');
  assert.deepEqual(await countsOf(id), []);
  assert.equal((await rowOf(id)).failedChecks, 0);
  const staging = await dueSite({ isStage: true });
  assert.ok(
    (await uptimeOf(server.db, staging, { level: 'unknown', checked_at: null, reasons: [] })).days.every(
      ({ checks }) => checks === 0,
    ),
  );
});

test('a site that hangs fails at the deadline and holds up no other', async () => {
  await never();
  const { id } = await dueSite();
  const uses: unknown[] = [];
  const verify: HostingDriver['verify'] = (_id, _fqdn, use) => {
    uses.push(use);
    return new Promise(() => undefined);
  };
  const hosting = { ...server.app.hosting, verify };
  const signal = new AbortController().signal;
  assert.equal(await checkNextSite({ ...server.app, hosting }, { deadlineMs: 1, signal }), 'failed');
  assert.deepEqual(uses, ['upkeep'], 'a check keeps no site awake');
  const [found] = (await rowOf(id)).evidence;
  assert.deepEqual([found?.ok, found?.detail, found?.by], [false, 'The site did not answer in time.', 'schedule']);
  assert.deepEqual(
    (await countsOf(id)).map(({ checks, failed }) => [checks, failed]),
    [[1, 1]],
  );
});

test('counts are removed after their retention', async () => {
  const { id } = await dueSite({ checkAt: new Date(Date.now() + 86_400_000) });
  for (const day of ['2020-01-01', '2020-01-02']) await server.db.insert(uptimeDay).values({ workloadId: id, day });
  await sweepUptime(server.db, new Date('2020-01-02T12:00:00Z'));
  assert.deepEqual(
    (await countsOf(id)).map(({ day }) => day),
    ['2020-01-02'],
  );
});
