import type { BackupSettings, Notification, Page, Site, SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { schedule } from '../../src/db/schema.ts';
import { backupKinds } from '../../src/modules/backup/backup.tasks.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { deletedForGood, ended, readySite, tenant, type Tenant } from '../site/site-support.ts';
import { archiveOf, backUp, backupsOf } from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const DAILY = { is_active: true, frequency: 'daily', time: '02:30', weekday: 0, time_zone: 'Europe/Berlin', keep: 2 };

const save = async ({ client }: Tenant, fqdn: string, change: Record<string, unknown> = {}) =>
  client.post('/backup/settings', { ...DAILY, site_fqdn: fqdn, ...change });

const settingsOf = async ({ client }: Tenant, siteId: string) =>
  (await client.get<BackupSettings>(`/backup/settings?site_id=${siteId}`)).body;

/** Waits until no task works on the site: a scheduled backup is followed by its proof. */
const idle = ({ client }: Tenant, siteId: string) =>
  until('the site to be idle', async () => (await client.get<Site>(`/site/id/${siteId}`)).body.task_id === null);

/** Makes the schedule of a site due, and waits for the task that it starts, and for the proof. */
async function runNow(mine: Tenant, siteId: string) {
  const row = eq(schedule.id, `backup:${siteId}`);
  const [before] = await server.db
    .update(schedule)
    .set({ nextAt: new Date(0) })
    .where(row)
    .returning();
  await startDue(server.app, backupKinds);
  const taskId = await until('the scheduled task', async () => {
    const [now] = await server.db.select().from(schedule).where(row);
    return now?.lastTaskId === before?.lastTaskId ? null : now?.lastTaskId;
  });
  const task = await ended(mine.client, taskId);
  await idle(mine, siteId);
  return task;
}

test('a schedule is off until it is saved, then it is due at its time in the customer’s time zone', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'bakery');
  assert.deepEqual(await settingsOf(mine, site.site_id), {
    ...{ is_active: false, frequency: 'daily', time: '03:00', weekday: 0, time_zone: 'UTC', keep: 7 },
    site_fqdn: site.fqdn,
    last_backup_date: null,
    next_backup_date: null,
  });
  assert.equal((await save(mine, site.fqdn)).status, 200);
  const saved = await settingsOf(mine, site.site_id);
  const inBerlin = (at: string | null, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', ...options }).format(new Date(at ?? 0));
  assert.equal(inBerlin(saved.next_backup_date, { hour: '2-digit', minute: '2-digit' }), '02:30');
  await save(mine, site.fqdn, { frequency: 'weekly', weekday: 3 });
  const weekly = await settingsOf(mine, site.site_id);
  assert.equal(inBerlin(weekly.next_backup_date, { weekday: 'long' }), 'Wednesday');
  const overview = await mine.client.get<SiteOverview>(`/site/${site.site_id}/overview`);
  assert.equal(overview.body.backupSettings.is_active, true);
  await save(mine, site.fqdn, { is_active: false });
  assert.equal((await settingsOf(mine, site.site_id)).next_backup_date, null);
});

test('scheduled backups are proven, kept up to their number, and manual ones stay', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'florist');
  await backUp(mine.client, site.fqdn);
  await save(mine, site.fqdn);
  const [first] = [await runNow(mine, site.site_id), await runNow(mine, site.site_id)];
  const oldest = (await backupsOf(mine.client, site.site_id)).find(({ task_id }) => task_id === first.task_id);
  assert.ok(oldest && existsSync(archiveOf(server.dataDir, oldest)));
  const third = await runNow(mine, site.site_id);
  assert.equal(third.status, 'succeeded', JSON.stringify(third.error));
  const left = await backupsOf(mine.client, site.site_id);
  assert.deepEqual(
    left.map(({ type, status, proof }) => [type, status, proof?.ok]),
    [
      ['daily', 'succeeded', true],
      ['daily', 'succeeded', true],
      ['manual', 'succeeded', undefined],
    ],
  );
  assert.equal(existsSync(path.dirname(archiveOf(server.dataDir, oldest))), false);

  // The number is that of all scheduled backups, also after a change of the schedule.
  await save(mine, site.fqdn, { frequency: 'weekly' });
  await runNow(mine, site.site_id);
  const types = (await backupsOf(mine.client, site.site_id)).map(({ type }) => type);
  assert.deepEqual(types, ['weekly', 'daily', 'manual']);
});

test('a scheduled backup that fails is reported to the customer', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'fail-snapshot-kiosk');
  await save(mine, site.fqdn);
  const task = await runNow(mine, site.site_id);
  assert.equal(task.status, 'failed');
  const { body } = await mine.client.get<Page<Notification>>('/notification?pageSize=1');
  assert.equal(body.pageElements[0]?.type, 'backup_failed');
});

test('nonsense is refused at its field', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'nonsense');
  for (const [field, value] of Object.entries({ time: '24:00', weekday: 7, time_zone: 'Mars/Base', keep: 0 })) {
    const refused = await save(mine, site.fqdn, { [field]: value });
    assert.deepEqual([refused.status, Object.keys(refused.body['fields'] ?? {})], [422, [field]]);
  }
  const theirs = await tenant(server);
  assert.equal((await save(theirs, site.fqdn)).status, 404);
  assert.equal((await theirs.client.get(`/backup/settings?site_id=${site.site_id}`)).status, 404);
});

test('the schedule follows its site: another customer, another name, and gone with it', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'moving-shop');
  await save(mine, site.fqdn);
  const row = async () =>
    (
      await server.db
        .select()
        .from(schedule)
        .where(eq(schedule.id, `backup:${site.site_id}`))
    )[0];
  const fqdn = mine.fqdn('moved-shop');
  const renamed = await mine.client.put(`/site/${site.fqdn}/by-fqdn`, { new_fqdn: fqdn });
  assert.equal((await ended(mine.client, renamed.body['task_id'])).status, 'succeeded');
  assert.equal((await row())?.title, fqdn);
  const admin = await server.as(mine.partner, await server.scenario.admin(mine.partner));
  const next = await server.scenario.customer(mine.partner);
  await admin.put(`/site/${site.site_id}/customer`, { customer_id: next.id });
  assert.equal((await row())?.customerId, next.id);
  assert.equal((await mine.client.get(`/backup/settings?site_id=${site.site_id}`)).status, 404);
  await deletedForGood(admin, site.site_id);
  assert.equal(await row(), undefined);
});
