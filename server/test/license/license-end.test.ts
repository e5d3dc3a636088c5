import { type License, type Page, type SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { license as licenses, notification, schedule, task } from '../../src/db/schema.ts';
import { licenseKinds } from '../../src/modules/license/license.tasks.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type Client, type TestServer } from '../../src/testing/index.ts';
import { ended, readySite, tenant, type Tenant } from '../site/site-support.ts';
import {
  assign,
  availableTo,
  give,
  licensesOf,
  outcome,
  planOf,
  siteAt,
  staffOf,
  upgraded,
} from './license-support.ts';

const DAY_MS = 24 * 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

/** Moves the clock, which ends the session: the customer signs in again. */
async function later(own: Tenant, days: number): Promise<void> {
  clock.offsetMs += days * DAY_MS;
  own.client = await server.as(own.partner, own.customer);
}

/** Runs the hourly schedule and waits until it has ended. */
async function runSchedule(): Promise<void> {
  const id = 'panel.licenses';
  const due = { nextAt: new Date(Date.now() - DAY_MS), lastTaskId: null };
  await server.db.update(schedule).set(due).where(eq(schedule.id, id));
  await startDue(server.app, licenseKinds);
  const started = await until(
    'the schedule to have started',
    async () => (await server.db.select().from(schedule).where(eq(schedule.id, id)))[0]?.lastTaskId,
  );
  assert.equal((await server.app.tasks.waitFor(started)).status, 'succeeded');
}

const noticesOf = async (client: Client) =>
  (
    await client.get<Page<{ type: string; description: string }>>('/notification?pageSize=100')
  ).body.pageElements.filter(({ type }) => type.startsWith('license_exp'));

/** Waits until the task that restarts the site has ended. */
async function restarted({ client }: Tenant, siteId: string): Promise<void> {
  const { task_id: task } = await siteAt(client, siteId);
  if (task !== null) assert.equal((await ended(client, task)).status, 'succeeded');
}

test('an owner is notified before and after a licence ends; the site keeps everything but its plan', async () => {
  const own = await tenant(server);
  const license = await give(await staffOf(server, own.partner), own.customer, { months: 1 });
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  await runSchedule();
  assert.deepEqual(await noticesOf(own.client), [], 'it is valid for a month');

  const days = Math.round((license.to_date - license.from_date) / 86_400);
  await later(own, days - 3);
  await runSchedule();
  await runSchedule();
  const [soon, ...more] = await noticesOf(own.client);
  assert.deepEqual(more, []);
  assert.match(soon?.description ?? '', new RegExp(`^Your license Site Basic expires on .* ${site.fqdn}\\.$`));
  assert.deepEqual(await planOf(own, site.site_id), ['STARTER', license.license_key]);

  await later(own, 4);
  assert.equal((await licensesOf(own.client))[0]?.is_valid, false, 'at once, whenever the schedule runs');
  assert.deepEqual(await availableTo(own.client), []);
  await runSchedule();
  await restarted(own, site.site_id);
  await runSchedule();
  assert.deepEqual(
    (await noticesOf(own.client)).map(({ type }) => type),
    ['license_expired', 'license_expiring'],
  );
  assert.deepEqual(await planOf(own, site.site_id), ['FREE', license.license_key]);
  const overview = (await own.client.get<SiteOverview>(`/site/${site.site_id}/overview`)).body;
  assert.deepEqual([overview.site.status, overview.license?.is_valid], ['ready', false]);
  assert.ok(existsSync(path.join(server.dataDir, 'sites', site.site_id, 'live')));
  assert.deepEqual(outcome(await assign(own.client, license.id, site.site_id)), [409, 'LICENSE_NOT_VALID']);
});

test('a licence that renews itself goes on, for as many terms as have passed, until somebody turns that off', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const license = await give(staff, own.customer, { months: 1, autoRenewal: true });
  const fixed = await give(staff, own.customer, { months: 1 });
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  const renewal = (key: string, autoRenewal: boolean) =>
    own.client.put(`/license/${key}/auto/renewal`, { autoRenewal });
  const refused = await renewal(fixed.license_key, true);
  assert.deepEqual(outcome(refused), [409, 'LICENSE_NOT_RENEWABLE']);
  assert.match(String(refused.body['message']), new RegExp(own.partner.supportEmail));

  await later(own, 100);
  await runSchedule();
  const [renewed] = await licensesOf(own.client, `?license_key=${license.license_key}`);
  assert.ok(renewed?.is_valid);
  assert.ok(renewed.to_date * 1000 > clock.now().getTime());
  assert.deepEqual(await planOf(own, site.site_id), ['STARTER', license.license_key]);

  const off = await renewal(license.license_key, false);
  assert.deepEqual([off.body['status'], (off.body['data'] as License).renew_automatically], [1, 0]);
  await later(own, 40);
  await runSchedule();
  await restarted(own, site.site_id);
  assert.deepEqual(await planOf(own, site.site_id), ['FREE', license.license_key]);
});

test('a deactivated licence ends at once, and twice is once', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const license = await give(staff, own.customer);
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  for (const _again of [1, 2]) {
    const ending = await staff.put(`/license/${license.id}/deactivate`, {});
    assert.deepEqual([ending.status, ending.body['success']], [200, 1]);
  }
  await restarted(own, site.site_id);
  assert.deepEqual(await planOf(own, site.site_id), ['FREE', license.license_key]);
  assert.deepEqual(await availableTo(own.client), []);
});

test('a site on which a task works gets the smallest plan with the next run, and the notice comes then', async () => {
  const own = await tenant(server);
  const license = await give(await staffOf(server, own.partner), own.customer, { months: 1 });
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  const working = { kind: 'site.plan', resource: 'site', resourceId: site.site_id, title: site.fqdn };
  const until = new Date(clock.now().getTime() + 100 * DAY_MS);
  const [held] = await server.db
    .insert(task)
    .values({
      ...working,
      partnerId: own.partner.id,
      status: 'running',
      leaseOwner: 'another worker',
      leaseUntil: until,
    })
    .returning({ id: task.id });
  await later(own, 40);
  await runSchedule();
  assert.deepEqual(await planOf(own, site.site_id), ['STARTER', license.license_key]);
  assert.deepEqual(await noticesOf(own.client), []);

  await server.db.delete(task).where(eq(task.id, held?.id ?? ''));
  await runSchedule();
  await restarted(own, site.site_id);
  assert.deepEqual(await planOf(own, site.site_id), ['FREE', license.license_key]);
  assert.deepEqual(
    (await noticesOf(own.client)).map(({ type }) => type),
    ['license_expired'],
  );
});

test('a notice that its owner deletes does not come back', async () => {
  const own = await tenant(server);
  await give(await staffOf(server, own.partner), own.customer, { months: 1 });
  await later(own, 28);
  await runSchedule();
  assert.equal((await noticesOf(own.client)).length, 1);
  await server.db.delete(notification).where(eq(notification.userId, own.customer.id));
  await runSchedule();
  assert.deepEqual(await noticesOf(own.client), []);
});

test('a licence that renews itself is valid in the hour before the schedule renews it', async () => {
  const own = await tenant(server);
  const license = await give(await staffOf(server, own.partner), own.customer, { months: 1, autoRenewal: true });
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  await later(own, 40);
  assert.equal((await licensesOf(own.client))[0]?.is_valid, true);
  const removed = await own.client.delete(`/site/delete/${site.site_id}?infra_domain_id=x`);
  assert.equal((await ended(own.client, removed.body['task_id'])).status, 'succeeded');
  assert.deepEqual(await availableTo(own.client), [license.license_key]);
  const restored = await own.client.post('/site/bin/restore', { site_id: site.site_id });
  assert.equal((await ended(own.client, restored.body['task_id'])).status, 'succeeded');
  assert.deepEqual(await planOf(own, site.site_id), ['STARTER', license.license_key]);
});

test('terms that began on the last day of a month end on the last day of a month', async () => {
  const own = await tenant(server);
  const { id } = await give(await staffOf(server, own.partner), own.customer, { months: 1, autoRenewal: true });
  const startedAt = new Date('2026-01-31T12:00:00Z');
  await server.db
    .update(licenses)
    .set({ startedAt, fromDate: startedAt, toDate: new Date('2026-02-28T12:00:00Z') })
    .where(eq(licenses.id, id));
  await runSchedule();
  const [renewed] = await licensesOf(own.client);
  const dayAfter = new Date((renewed?.to_date ?? 0) * 1000 + DAY_MS);
  assert.deepEqual([dayAfter.getUTCDate(), dayAfter.getUTCHours()], [1, 12]);
  assert.ok((renewed?.to_date ?? 0) * 1000 > clock.now().getTime());
});
