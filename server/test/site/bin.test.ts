import { BIN_DAYS, PLAN_LIMITS, type BinnedSite, type Page, type Site, type SiteSummary } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { and, eq, inArray } from 'drizzle-orm';
import { schedule, workload as siteTable, task } from '../../src/db/schema.ts';
import { binKinds } from '../../src/modules/site-bin/purge.tasks.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type Client, type TestServer } from '../../src/testing/index.ts';
import { backUp, readSiteFile, writeSiteFile } from '../backup/backup-support.ts';
import { ended, newSite, readySite, tenant, visit, type Tenant } from './site-support.ts';

const DAY_MS = 24 * 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

const binOf = async (client: Client, query = '') =>
  (await client.get<Page<BinnedSite>>(`/site/bin${query}`)).body.pageElements;
const folderOf = (siteId: string) => path.join(server.dataDir, 'sites', siteId, 'live');
const rowOf = async (id: string) => (await server.db.select().from(siteTable).where(eq(siteTable.id, id)))[0];

async function remove({ client }: Tenant, siteId: string): Promise<void> {
  const started = await client.delete(`/site/delete/${siteId}?infra_domain_id=x`);
  assert.equal(started.status, 200, started.text);
  assert.equal((await ended(client, started.body['task_id'])).status, 'succeeded');
}

const restore = (client: Client, siteId: string, hints: Record<string, unknown> = {}) =>
  client.post('/site/bin/restore', { site_id: siteId, ...hints });

/** Moves the clock, which ends the session: the customer signs in again. */
async function later(own: Tenant, millis: number): Promise<void> {
  clock.offsetMs += millis;
  own.client = await server.as(own.partner, own.customer);
}

/** Runs the hourly schedule and waits until the deletions that it starts have ended. */
async function emptyBin(): Promise<void> {
  const id = 'panel.bin';
  await server.db
    .update(schedule)
    .set({ nextAt: new Date(Date.now() - DAY_MS), lastTaskId: null })
    .where(eq(schedule.id, id));
  await startDue(server.app, binKinds);
  const started = await until(
    'the schedule to have started',
    async () => (await server.db.select().from(schedule).where(eq(schedule.id, id)))[0]?.lastTaskId,
  );
  assert.equal((await server.app.tasks.waitFor(started)).status, 'succeeded');
  const open = await server.db.select({ id: task.id }).from(task).where(eq(task.kind, 'site.delete'));
  for (const one of open) await server.app.tasks.waitFor(one.id);
}

test('a deleted site leaves the lists and its address, and keeps its name, files, database and backups', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'shop');
  await writeSiteFile(server.dataDir, site.site_id, 'page.html', 'mine');
  const backup = await backUp(own.client, site.fqdn);
  const before = await own.client.get<SiteSummary>('/site/summary');
  await remove(own, site.site_id);

  assert.equal((await own.client.get(`/site/id/${site.site_id}`)).status, 404);
  assert.equal((await own.client.get<Page<Site>>('/site')).body.totalCount, 0);
  assert.equal((await own.client.get<Page<Site>>('/site/filter?keyword=shop')).body.totalCount, 0);
  assert.equal((await own.client.get<Site[]>('/site/')).body.length, 0);
  const summary = (await own.client.get<SiteSummary>('/site/summary')).body;
  assert.deepEqual([summary.siteCount, summary.top], [0, []]);
  assert.ok((summary.totalDiskUsage ?? 0) > 0);
  assert.equal(summary.totalDiskUsage, before.body.totalDiskUsage, 'it still takes disk space');
  const visited = await visit(server, site.fqdn);
  assert.equal(visited.status, 421);
  assert.match(visited.text, /There is no site at this address/);
  assert.ok(!server.app.hosting.running().includes(site.site_id));

  assert.equal((await own.client.get(`/site/fqdn/${site.fqdn}/check`)).body['used'], true);
  assert.equal((await own.client.post('/site', newSite(site.fqdn))).body['code'], 'NAME_TAKEN');
  assert.equal(await readSiteFile(server, site.site_id, 'page.html'), 'mine');
  assert.ok(existsSync(path.join(server.dataDir, 'backups', site.site_id)));
  assert.equal((await own.client.get(`/backup/${backup.id}`)).status, 404, 'its backups come back with it');
  assert.equal((await own.client.delete(`/site/delete/${site.site_id}`)).status, 404);

  const [entry, ...others] = await binOf(own.client);
  assert.deepEqual(others, []);
  assert.deepEqual([entry?.fqdn, entry?.deleted_by, entry?.task_id], [site.fqdn, own.customer.email, null]);
  const kept = Date.parse(entry?.purge_at ?? '') - Date.parse(entry?.deleted_at ?? '');
  assert.equal(kept, BIN_DAYS * DAY_MS);
  const bell = await own.client.get<Page<{ type: string; link: string | null; description: string }>>('/notification');
  const told = bell.body.pageElements.find(({ type }) => type === 'site_deleted');
  assert.match(told?.description ?? '', /was deleted\. It stays in the bin until \w+ \d+, \d{4}\./);
  assert.equal(told?.link, '/sites/bin');
});

test('a restored site is the one that was deleted, with its backups and its schedule', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'second-chance');
  await writeSiteFile(server.dataDir, site.site_id, 'page.html', 'mine');
  const backup = await backUp(own.client, site.fqdn);
  const plan = { is_active: true, frequency: 'daily', time: '03:00', weekday: 0, time_zone: 'UTC', keep: 7 };
  await own.client.post('/backup/settings', { site_fqdn: site.fqdn, ...plan });
  const enabled = async () =>
    (
      await server.db
        .select()
        .from(schedule)
        .where(eq(schedule.id, `backup:${site.site_id}`))
    )[0]?.enabled;
  assert.equal(await enabled(), true);
  await remove(own, site.site_id);
  assert.equal(await enabled(), false, 'nothing in the bin is backed up');

  const elsewhere = await tenant(server);
  const wrong = await restore(own.client, site.site_id, { partner_domain: elsewhere.partner.domain });
  assert.equal(wrong.body['code'], 'TENANT_MISMATCH');
  const started = await restore(own.client, site.site_id, { partner_domain: own.partner.domain });
  assert.equal(started.status, 200, started.text);
  assert.equal((await restore(own.client, site.site_id)).status, 404, 'it has left the bin');
  const { status, kind } = await ended(own.client, started.body['task_id']);
  assert.deepEqual([status, kind], ['succeeded', 'site.unbin']);
  const { body } = await own.client.get<Site>(`/site/id/${site.site_id}`);
  assert.deepEqual([body.status, body.task_id, body.fqdn], ['ready', null, site.fqdn]);
  const page = await visit(server, site.fqdn, '/page.html');
  assert.deepEqual([page.status, page.text], [200, 'mine']);
  assert.equal((await own.client.get(`/backup/${backup.id}`)).status, 200);
  assert.equal(await enabled(), true);
  assert.deepEqual(await binOf(own.client), []);
  assert.equal((await own.client.get<SiteSummary>('/site/summary')).body.siteCount, 1);
});

test('after 7 days a site is gone, and its name is available', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'forgotten');
  await backUp(own.client, site.fqdn);
  await remove(own, site.site_id);
  await later(own, BIN_DAYS * DAY_MS - 60_000);
  const other = await readySite(own, 'recent');
  await remove(own, other.site_id);
  await emptyBin();
  assert.equal((await binOf(own.client)).length, 2, 'a minute is left');
  await later(own, 60_000);
  await emptyBin();
  assert.deepEqual(
    (await binOf(own.client)).map(({ site_id }) => site_id),
    [other.site_id],
  );
  assert.equal(existsSync(folderOf(site.site_id)), false);
  assert.equal(existsSync(path.join(server.dataDir, 'backups', site.site_id)), false);
  assert.equal(await rowOf(site.site_id), undefined);
  assert.equal((await restore(own.client, site.site_id)).status, 404);
  await readySite(own, 'forgotten');
});

test('after 7 days a staging environment is deleted with its live site, by one task', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'pair');
  const made = await own.client.post('/site/staging', { site_id: site.site_id });
  const stageId = String((await ended(own.client, made.body['task_id'])).site_id);
  await remove(own, site.site_id);
  await later(own, BIN_DAYS * DAY_MS);
  await emptyBin();
  const deletions = await server.db
    .select({ siteId: task.resourceId })
    .from(task)
    .where(and(eq(task.kind, 'site.delete'), inArray(task.resourceId, [site.site_id, stageId])));
  assert.deepEqual(deletions, [{ siteId: site.site_id }]);
  for (const id of [site.site_id, stageId])
    assert.deepEqual([existsSync(folderOf(id)), await rowOf(id)], [false, undefined]);
});

test('“Delete now” does not wait; repeated at the same time it is one deletion', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'unwanted');
  assert.equal((await own.client.delete(`/site/bin/${site.site_id}`)).status, 404, 'it is not in the bin');
  assert.equal((await restore(own.client, site.site_id)).status, 404);
  await remove(own, site.site_id);
  const answers = await Promise.all([1, 2].map(() => own.client.delete(`/site/bin/${site.site_id}`)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
    answers.map(({ text }) => text).join(),
  );
  assert.equal(answers[0]?.body['task_id'], answers[1]?.body['task_id']);
  assert.equal((await ended(own.client, answers[0]?.body['task_id'])).status, 'succeeded');
  assert.equal(existsSync(folderOf(site.site_id)), false);
  assert.deepEqual(await binOf(own.client), []);
  assert.equal((await own.client.get(`/site/fqdn/${site.fqdn}/check`)).body['used'], false);
});

test('“Delete now” while the site is still on its way into the bin is refused: it is no final deletion', async () => {
  const own = await tenant(server);
  const { site_id: id } = await readySite(own, 'on-its-way');
  await remove(own, id);
  const move = and(eq(task.resourceId, id), eq(task.kind, 'site.bin'));
  // The task has one moment between the last step and its end.
  const held = { leaseOwner: 'another', leaseUntil: new Date(Date.now() + DAY_MS) };
  await server.db
    .update(task)
    .set({ status: 'running', ...held })
    .where(move);
  const early = await own.client.delete(`/site/bin/${id}`);
  assert.deepEqual([early.status, early.body['code']], [409, 'TASK_RUNNING']);
  await server.db.update(task).set({ status: 'succeeded', leaseOwner: null, leaseUntil: null }).where(move);
  const started = await own.client.delete(`/site/bin/${id}`);
  assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
  assert.equal(await rowOf(id), undefined);
});

test('a final deletion that fails leaves the site in the bin, and is repeated within an hour', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'fail-once-destroy-x');
  await remove(own, site.site_id);
  await later(own, BIN_DAYS * DAY_MS);
  await emptyBin();
  assert.equal((await binOf(own.client)).length, 1);
  await emptyBin();
  assert.equal((await binOf(own.client)).length, 0);
  assert.equal(existsSync(folderOf(site.site_id)), false);
});

test('what was never installed is deleted at once, and its name is available', async () => {
  const own = await tenant(server);
  const started = await own.client.post('/site', newSite(own.fqdn('fail-start-x')));
  const { site_id } = await ended(own.client, started.body['task_id']);
  await remove(own, String(site_id));
  assert.deepEqual(await binOf(own.client), []);
  assert.equal((await own.client.get(`/site/fqdn/${own.fqdn('fail-start-x')}/check`)).body['used'], false);
});

test('a restore needs room in the plan of the site’s customer, and without it the reason is given', async () => {
  const own = await tenant(server);
  const limit = PLAN_LIMITS['FREE']?.account.sites ?? 0;
  const site = await readySite(own, 'one-too-many');
  await remove(own, site.site_id);
  await server.scenario.sites(own.partner, own.customer, limit);
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  for (const client of [own.client, admin]) {
    const refused = await restore(client, site.site_id);
    assert.deepEqual([refused.status, refused.body['code']], [409, 'SITE_QUOTA']);
  }
  assert.equal((await binOf(own.client)).length, 1);
});

test('the bin has a limit: creating and deleting again and again does not fill the disk', async () => {
  const own = await tenant(server);
  const limit = PLAN_LIMITS['FREE']?.account.sites ?? 0;
  for (let i = 0; i < 2 * limit; i += 1)
    await server.scenario.site(own.partner, own.customer, { name: `copy-${i}`, binnedAt: clock.now(), isStage: true });
  assert.equal((await own.client.post('/site', newSite(own.fqdn('first')))).status, 200, 'staging copies do not count');
  for (let i = 0; i < 2 * limit; i += 1)
    await server.scenario.site(own.partner, own.customer, { name: `gone-${i}`, binnedAt: clock.now() });
  const refused = await own.client.post('/site', newSite(own.fqdn('next')));
  assert.deepEqual([refused.status, refused.body['code']], [409, 'BIN_FULL']);
  assert.match(String(refused.body['message']), new RegExp(`holds ${2 * limit} deleted sites`));
});

test('a site that does not answer after its restore is shown as failed, and can be deleted again', async () => {
  const own = await tenant(server);
  const hollow = await server.scenario.site(own.partner, own.customer, { name: 'hollow', binnedAt: clock.now() });
  const started = await restore(own.client, hollow.id);
  assert.equal((await ended(own.client, started.body['task_id'])).status, 'failed');
  assert.equal((await own.client.get<Site>(`/site/id/${hollow.id}`)).body.status, 'failed');
  await remove(own, hollow.id);
});

test('the bin is searched and ordered; staff see all of the partner, nobody sees another customer’s', async () => {
  const own = await tenant(server);
  const neighbour = await server.scenario.customer(own.partner, { firstname: 'Grace', lastname: 'Hopper' });
  const at = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await server.scenario.site(own.partner, own.customer, { name: 'alpha', binnedAt: at(2), binnedBy: own.customer.id });
  await server.scenario.site(own.partner, own.customer, { name: 'beta', binnedAt: at(1) });
  const theirs = await server.scenario.site(own.partner, neighbour, { name: 'gamma', binnedAt: at(3) });
  const names = async (client: Client, query: string) => (await binOf(client, query)).map(({ name }) => name);
  assert.deepEqual(await names(own.client, '?orderBy=deleted_at&sortOrder=desc'), ['beta', 'alpha']);
  assert.deepEqual(await names(own.client, '?keyword=alp'), ['alpha']);
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  assert.deepEqual(await names(admin, '?orderBy=fqdn'), ['alpha', 'beta', 'gamma']);
  const [last] = await binOf(admin, '?orderBy=fqdn&sortOrder=desc');
  assert.deepEqual([last?.customer_email, last?.customer_name], [neighbour.email, 'Grace Hopper']);
  for (const answer of [await restore(own.client, theirs.id), await own.client.delete(`/site/bin/${theirs.id}`)])
    assert.equal(answer.status, 404);
});
