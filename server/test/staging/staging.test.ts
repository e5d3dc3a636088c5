import type { Notification, Page, Site, Staging, StagingDifference, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { access, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eq, inArray } from 'drizzle-orm';
import { auditLog, schedule } from '../../src/db/schema.ts';
import { backupKinds } from '../../src/modules/backup/backup.tasks.ts';
import { insertAccess, openAccess } from '../../src/modules/site-access/site-access.repo.ts';
import { recordFacts } from '../../src/modules/site/site.repo.ts';
import { stagingOf } from '../../src/modules/site/site-staging.repo.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { backUp, backupsOf, finished, readSiteFile, siteFile, writeSiteFile } from '../backup/backup-support.ts';
import { ended, readySite, taskAt, tenant, type Tenant } from '../site/site-support.ts';

/** Staging of static sites, so that everything but WordPress itself is tested quickly. */
let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const folderOf = (siteId: string) => path.join(server.dataDir, 'sites', siteId);
const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
const siteById = async ({ client }: Tenant, id: string): Promise<Site> =>
  (await client.get<Site>(`/site/id/${id}`)).body;
const stateOf = async ({ client }: Tenant, id: string): Promise<Staging> =>
  (await client.get<Staging>(`/site/parent/${id}/staging`)).body;

/** A live site with a page, and its staging environment with another version of the page. */
async function staged(own: Tenant, name: string) {
  const live = await readySite(own, name);
  await writeSiteFile(server.dataDir, live.site_id, 'page.html', 'first');
  const made = await finished(own.client, '/site/staging', { site_id: live.site_id });
  assert.equal(made.status, 'succeeded', JSON.stringify(made.error));
  const stageId = made.site_id ?? '';
  await writeSiteFile(server.dataDir, stageId, 'page.html', 'second');
  return { live, stageId, page: () => readSiteFile(server, live.site_id, 'page.html') };
}

test('a creation that is cancelled or fails leaves nothing, and the live site is ready again', async () => {
  const own = await tenant(server);
  for (const [name, end] of [
    ['hang-clone-a', 'cancelled'],
    ['fail-clone-b', 'failed'],
  ] as const) {
    const live = await readySite(own, name);
    const started = await own.client.post('/site/staging', { site_id: live.site_id });
    assert.equal(started.status, 200, started.text);
    const taskId = String(started.body['task_id']);
    if (end === 'cancelled') {
      const running: Task = await taskAt(own, taskId, 'clone');
      assert.match(String(running.cancel), /The copy is deleted\. The live site stays as it is\./);
      const again = await own.client.post('/site/staging', { site_id: live.site_id });
      assert.deepEqual([again.body['code'], again.body['task_id']], ['TASK_RUNNING', taskId]);
      assert.equal((await own.client.post(`/task/${taskId}/cancel`)).status, 200);
    }
    const task = await ended(own.client, taskId);
    assert.equal(task.status, end);
    assert.equal((await stateOf(own, live.site_id)).staging, null);
    assert.equal(await isThere(folderOf(String(task.site_id))), false);
    const { status, task_id } = await siteById(own, live.site_id);
    assert.deepEqual([status, task_id], ['ready', null]);
    assert.equal((await own.client.get(`/site/fqdn/staging.${live.fqdn}/check`)).body['used'], false);
  }
});

test('a publish that fails leaves the live site as it was, and both sites ready', async () => {
  const own = await tenant(server);
  const { live, stageId, page } = await staged(own, 'fail-copy-a');
  const task = await finished(own.client, '/site/staging/publish', { site_id: stageId });
  assert.deepEqual([task.status, await page()], ['failed', 'first']);
  for (const id of [live.site_id, stageId])
    assert.deepEqual([(await siteById(own, id)).status, (await siteById(own, id)).task_id], ['ready', null]);
  assert.deepEqual(
    [(await stateOf(own, live.site_id)).last_publish_date, (await stateOf(own, live.site_id)).revert],
    [null, null],
  );
  const [notice] = (await own.client.get<Page<Notification>>('/notification?pageSize=1')).body.pageElements;
  assert.equal(notice?.type, 'site_staging');
  assert.match(String(notice?.description), /could not be published from staging\./);
});

test('when the live site does not answer with the content of staging, its previous content is put back', async () => {
  const own = await tenant(server);
  const { live, stageId, page } = await staged(own, 'silent');
  await rm(siteFile(server.dataDir, stageId, 'index.html'));
  const task = await finished(own.client, '/site/staging/publish', { site_id: stageId });
  assert.deepEqual([task.status, task.error?.code, await page()], ['failed', 'NOT_VERIFIED', 'first']);
  const [notice] = (await own.client.get<Page<Notification>>('/notification')).body.pageElements;
  assert.match(String(notice?.description), /content of staging\. Its previous content is back\.$/);
  assert.equal((await siteById(own, live.site_id)).status, 'ready');
});

test('a publish is reverted; deleting its backup leaves nothing to revert', async () => {
  const own = await tenant(server);
  const { live, stageId, page } = await staged(own, 'shop');
  const publish = () => finished(own.client, '/site/staging/publish', { site_id: stageId });
  assert.equal((await publish()).status, 'succeeded');
  assert.equal(await page(), 'second');
  assert.equal((await finished(own.client, '/site/staging/revert', { site_id: stageId })).status, 'succeeded');
  assert.equal(await page(), 'first');
  assert.equal((await publish()).status, 'succeeded');
  const { revert } = await stateOf(own, live.site_id);
  assert.equal((await own.client.delete(`/backup/${revert?.backup_id}`)).status, 200);
  assert.equal((await stateOf(own, live.site_id)).revert, null);
});

test('five backups before other changes leave the one that reverting the publish needs', async () => {
  const own = await tenant(server);
  const { live, stageId, page } = await staged(own, 'kept');
  assert.equal((await finished(own.client, '/site/staging/publish', { site_id: stageId })).status, 'succeeded');
  const { revert } = await stateOf(own, live.site_id);
  const other = await backUp(own.client, live.fqdn);
  const restore = () => finished(own.client, '/backup/restore', { id: other.id, restore_files: true });
  for (let count = 0; count < 6; count++) assert.equal((await restore()).status, 'succeeded');
  const made = (await backupsOf(own.client, live.site_id)).filter(({ type }) => type === 'system_generated');
  assert.deepEqual([made.length, made.at(-1)?.id], [6, revert?.backup_id]);
  assert.equal((await finished(own.client, '/site/staging/revert', { site_id: stageId })).status, 'succeeded');
  assert.equal(await page(), 'first');
});

test('files or database alone are not published to another version of WordPress; both together are', async () => {
  const own = await tenant(server);
  const { live, stageId } = await staged(own, 'versions');
  await recordFacts(server.db, stageId, { version: '7.0.2' });
  for (const parts of [{}, { publish_files: true }, { publish_db_files: true }]) {
    const answer = await own.client.post('/site/staging/publish', { site_id: stageId, ...parts });
    assert.deepEqual([answer.status, answer.body['code']], [409, 'VERSIONS_DIFFER']);
    assert.match(String(answer.body['message']), /^Staging runs WordPress 7\.0\.2 and the live site \d/);
  }
  assert.equal((await siteById(own, live.site_id)).status, 'ready');
  const both = { site_id: stageId, publish_files: true, publish_db_files: true };
  assert.equal((await finished(own.client, '/site/staging/publish', both)).status, 'succeeded');
});

test('the date of the last publish is recorded by the publish alone', async () => {
  const own = await tenant(server);
  const { live, stageId } = await staged(own, 'dated');
  const ask = (client = own.client) => client.put('/site/publish_date', { site_id: stageId });
  assert.deepEqual((await ask()).body, { status: false, last_publish_date: null });
  assert.equal((await finished(own.client, '/site/staging/publish', { site_id: stageId })).status, 'succeeded');
  const { last_publish_date } = await stateOf(own, live.site_id);
  assert.ok(last_publish_date);
  assert.deepEqual((await ask()).body, { status: true, last_publish_date });
  assert.equal((await ask((await tenant(server)).client)).status, 404);
  assert.equal((await own.client.put('/site/publish_date', { site_id: live.site_id })).status, 404);
});

test('who copies the live site to staging is in the audit log', async () => {
  const own = await tenant(server);
  const { live, stageId } = await staged(own, 'logged');
  assert.equal(
    (await finished(own.client, '/backup/restore/live-to/staging', { site_id: stageId })).status,
    'succeeded',
  );
  const entries = await server.db.select().from(auditLog).where(eq(auditLog.userId, own.customer.id));
  assert.deepEqual(
    entries.filter(({ action }) => action === 'staging.refresh').map(({ detail }) => detail),
    [{ siteId: live.site_id }],
  );
});

const DAILY = { is_active: true, frequency: 'daily', time: '02:30', weekday: 0, time_zone: 'UTC', keep: 2 };
const saveSchedule = async ({ client }: Tenant, fqdn: string) =>
  assert.equal((await client.post('/backup/settings', { ...DAILY, site_fqdn: fqdn })).status, 200);

test('rows of the live site are compared with a time at which both databases were the same', async () => {
  const own = await tenant(server);
  const { live, stageId } = await staged(own, 'restored');
  const facts = async () => {
    const row = await stagingOf(server.db, stageId);
    assert.ok(row?.copiedAt);
    return { baseline: row.baselineAt?.getTime() ?? null, copied: row.copiedAt.getTime() };
  };
  const run = async (path: string, body: Record<string, unknown>) => {
    const task = await finished(own.client, path, body);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  };
  const pair = { site_id: stageId };
  const publish = () => run('/site/staging/publish', { ...pair, publish_files: true, publish_db_files: true });
  const refresh = () => run('/backup/restore/live-to/staging', pair);
  const restore = ({ id }: { id: string }) =>
    run('/backup/restore', { id, restore_files: true, restore_db_files: true });

  await publish();
  await run('/site/staging/revert', pair);
  assert.equal((await facts()).baseline, (await facts()).copied, 'reverted: as after the last copy');
  const late = await backUp(own.client, live.fqdn);
  await restore(late);
  assert.equal((await facts()).baseline, (await facts()).copied, 'the backup of the live site is newer than the copy');

  await publish();
  await refresh();
  await run('/site/staging/revert', pair);
  assert.equal((await facts()).baseline, null, 'the copy is one of the published site');

  const early = await backUp(own.client, `staging.${live.fqdn}`);
  await refresh();
  assert.equal((await facts()).baseline, (await facts()).copied);
  await restore(early);
  assert.equal((await facts()).baseline, null, 'staging has an older database again');
  await refresh();
  await restore(late);
  assert.equal((await facts()).baseline, null, 'the live site has a database from before the copy again');
});

test('a scheduled backup leaves the live site to the task that copies it', async () => {
  const own = await tenant(server);
  const live = await readySite(own, 'hang-clone-night');
  await saveSchedule(own, live.fqdn);
  const started = await own.client.post('/site/staging', { site_id: live.site_id });
  const taskId = String(started.body['task_id']);
  await taskAt(own, taskId, 'clone');
  const row = eq(schedule.id, `backup:${live.site_id}`);
  await server.db
    .update(schedule)
    .set({ nextAt: new Date(0) })
    .where(row);
  await startDue(server.app, backupKinds);
  const backupId = await until(
    'the scheduled backup',
    async () => (await server.db.select().from(schedule).where(row))[0]?.lastTaskId,
  );
  const backup = await ended(own.client, backupId);
  assert.equal(backup.status, 'succeeded', JSON.stringify(backup.error));
  const { status, task_id } = await siteById(own, live.site_id);
  assert.deepEqual([status, task_id], ['processing', taskId]);
  assert.equal((await own.client.post(`/task/${taskId}/cancel`)).status, 200);
  assert.equal((await ended(own.client, taskId)).status, 'cancelled');
});

test('links and files that were only touched are no difference; names are given up to a limit', async () => {
  const own = await tenant(server);
  const { live, stageId } = await staged(own, 'names');
  const difference = async () =>
    (await own.client.get<StagingDifference>(`/site/${stageId}/staging/difference`)).body.files;
  await symlink('/etc/passwd', siteFile(server.dataDir, stageId, 'link.txt'));
  await writeSiteFile(server.dataDir, stageId, 'page.html', 'first');
  assert.deepEqual(
    Object.values(await difference()).map(({ count }) => count),
    [0, 0, 0],
  );
  // Longer in bytes than one request to the agent, and not in characters.
  const deep = Array.from({ length: 15 }, () => '文'.repeat(80)).join('/');
  const touched = Array.from({ length: 340 }, (_, i) => `${deep}/${i}.txt`);
  for (const id of [live.site_id, stageId])
    await Promise.all(
      touched.map((name) => writeSiteFile(server.dataDir, id, name, name === touched[9] ? id : 'same')),
    );
  assert.deepEqual((await difference()).changed.paths, [touched[9]]);

  const names = Array.from({ length: 120 }, (_, i) => `many/${String(i).padStart(3, '0')} ü'"<b>.txt`);
  for (const name of names) await writeSiteFile(server.dataDir, stageId, name, 'x');
  const { added } = await difference();
  assert.deepEqual([added.count, added.bytes, added.paths], [120, 120, names.slice(0, 100)]);
  assert.equal((await own.client.get(`/site/${live.site_id}/staging/difference`)).status, 404);
});

test('a staging site keeps its name, follows its live site to another customer, and is not counted', async () => {
  const own = await tenant(server);
  const { live, stageId } = await staged(own, 'moves');
  const renamed = await own.client.put(`/site/staging.${live.fqdn}/by-fqdn`, { new_fqdn: own.fqdn('other') });
  assert.deepEqual([renamed.status, renamed.body['code']], [409, 'STAGING_NAME']);
  assert.equal((await own.client.get('/site/summary')).body['siteCount'], 1);
  const ids = [live.site_id, stageId];
  const now = server.app.clock.now();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  for (const [at, fqdn] of [live.fqdn, `staging.${live.fqdn}`].entries()) {
    await saveSchedule(own, fqdn);
    const siteId = ids[at] ?? '';
    for (const kind of ['sftp', 'database'] as const)
      await insertAccess(server.db, {
        ...{ kind, workloadId: siteId, userName: `${kind}-${siteId}`, passwordHash: '' },
        ...{ createdAt: now, expiresAt },
      });
  }
  const staff = await server.as(own.partner, await server.scenario.user(own.partner, 'admin'));
  const other = await server.scenario.customer(own.partner);
  const assigned = await staff.put(`/site/${live.site_id}/customer`, { customer_id: other.id });
  assert.equal(assigned.status, 200, assigned.text);
  const schedules = await server.db.select().from(schedule).where(inArray(schedule.resourceId, ids));
  assert.deepEqual(
    schedules.map(({ customerId }) => customerId),
    [other.id, other.id],
  );
  for (const id of ids)
    for (const kind of ['sftp', 'database'] as const)
      assert.equal(await openAccess(server.db, id, kind, now), undefined);
  const alone = await staff.put(`/site/${stageId}/customer`, { customer_id: own.customer.id });
  assert.equal(alone.status, 404);
  assert.equal((await own.client.get(`/site/id/${stageId}`)).status, 404);
  const theirs = await server.as(own.partner, other);
  assert.equal((await theirs.get<Staging>(`/site/parent/${live.site_id}/staging`)).body.staging?.site_id, stageId);
});
