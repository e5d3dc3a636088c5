import { KEPT_RELEASES, type Backup, type Notification, type Page } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { DatabaseAway } from '../../src/db/database-away.ts';
import { appBuild, backup as backupTable, partner, schedule, user, workload } from '../../src/db/schema.ts';
import { HostingError, type HostingDriver } from '../../src/hosting/index.ts';
import { buildSeconds } from '../../src/modules/app-account/app-account.repo.ts';
import { builtCommits } from '../../src/modules/app/app-build.repo.ts';
import { backupKinds } from '../../src/modules/backup/backup.tasks.ts';
import { proveAgain } from '../../src/modules/backup/prove-again.ts';
import { looksWell } from '../../src/modules/site/site-checks.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { backUp, backupById, backupsOf, finished } from '../backup/backup-support.ts';
import { readySite, visit } from '../site/site-support.ts';
import { appTenant, type AppTenant } from './app-support.ts';
import { changedApp, idle } from './changed-app.ts';

let server: TestServer;
before(async () => {
  // Only these tests start proofs.
  server = await startTestServer({ env: { BACKUP_PROOF_DAYS: 'off' } });
});
after(() => server.stop());

/** Replaces one operation of the hosting for a test. */
function instead<Name extends keyof HostingDriver>(
  t: TestContext,
  name: Name,
  make: (given: HostingDriver[Name]) => HostingDriver[Name],
): void {
  const { hosting } = server.app;
  const given = hosting[name];
  hosting[name] = make(given);
  t.after(() => {
    hosting[name] = given;
  });
}
const notStarted = async (): Promise<never> => {
  throw new HostingError('START_FAILED', 'The server ended.', { retryable: true });
};

const failures = async ({ client }: AppTenant) =>
  (await client.get<Page<Notification>>('/notification')).body.pageElements.filter(
    ({ type }) => type === 'backup_failed',
  ).length;

/** Runs the schedule of an application now. Returns its task. */
async function runSchedule(own: AppTenant, id: string, fqdn: string): Promise<string> {
  const daily = { is_active: true, frequency: 'daily', time: '03:00', weekday: 0, time_zone: 'UTC', keep: 3 };
  assert.equal((await own.client.post('/backup/settings', { site_fqdn: fqdn, ...daily })).status, 200);
  return dueNow(id);
}

async function dueNow(id: string): Promise<string> {
  const row = eq(schedule.id, `backup:${id}`);
  const [before] = await server.db
    .update(schedule)
    .set({ nextAt: new Date(0) })
    .where(row)
    .returning();
  await startDue(server.app, backupKinds);
  return until('the scheduled task', async () => {
    const [now] = await server.db.select().from(schedule).where(row);
    return now?.lastTaskId === before?.lastTaskId ? null : now?.lastTaskId;
  });
}

/** A site with a backup, whose partner has applications, too. */
async function changedSiteOf() {
  const own = await appTenant(server);
  const site = await readySite(own, 'sections');
  await backUp(own.client, site.fqdn);
  return { own, client: own.client, site };
}

test('when the restored release does not answer, the previous one is published again and its checks are recorded', async (t) => {
  const { own, id, backup, later, shown } = await changedApp(server, 'unanswered');
  const checks = [{ name: 'The home page answers', ok: false, detail: '500' }];
  instead(t, 'verify', (given) => async (siteId, ...about) => {
    const seen = await given(siteId, ...about);
    const isRestored = siteId === id && (await server.app.hosting.liveRelease(id)) !== later;
    return isRestored ? { ...seen, ok: false, checks } : seen;
  });
  const task = await finished(own.client, '/backup/restore', { id: backup.id });
  assert.equal(task.status, 'failed');
  assert.match(await shown(), new RegExp(later));
  const [row] = await server.db.select().from(workload).where(eq(workload.id, id));
  assert.equal(row?.status, 'ready');
  assert.ok(looksWell(row.evidence), JSON.stringify(row.evidence));
  const [release] = await server.db.select().from(appBuild).where(eq(appBuild.id, task.task_id));
  assert.deepEqual([release?.status, release?.isKept], ['failed', false]);
});

test('the oldest safety backup can be restored: it is not deleted during its own restore', async () => {
  const { own, id, backup, later, shown } = await changedApp(server, 'oldest');
  for (let count = 0; count < 5; count += 1)
    assert.equal((await finished(own.client, '/backup/restore', { id: backup.id })).status, 'succeeded');
  const safety = (await backupsOf(own.client, id)).filter(({ type }) => type === 'system_generated');
  const oldest = safety.at(-1)?.id ?? '';
  assert.equal(safety.length, 5);
  const task = await finished(own.client, '/backup/restore', { id: oldest });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.match(await shown(), new RegExp(later));
  assert.equal((await backupById(own.client, oldest)).status, 'succeeded');
});

test('a copy whose server does not start is a proof that failed, of which the owner is told', async (t) => {
  const { own, id, fqdn } = await changedApp(server, 'silent');
  instead(t, 'rehearse', () => notStarted);
  await runSchedule(own, id, fqdn);
  const proven = await until('the proof', async () =>
    (await backupsOf(own.client, id)).find(({ type, proof }) => type === 'daily' && proof !== null),
  );
  await idle(own, id);
  assert.deepEqual([proven.proof?.ok, proven.proof_missed], [false, null]);
  assert.deepEqual(
    proven.proof?.checks.map(({ ok, detail }) => [ok, detail]),
    [[false, 'The server ended.']],
  );
  assert.equal(await failures(own), 1);
});

test('a backup whose database is away between its files and its settings has both in the end', async (t) => {
  const { own, fqdn, later, shown } = await changedApp(server, 'interrupted');
  let asked = 0;
  instead(t, 'liveRelease', (given) => async (siteId) => {
    asked += 1;
    if (asked === 2) throw new DatabaseAway();
    return given(siteId);
  });
  const backup = await backUp(own.client, fqdn);
  assert.ok(asked >= 4, 'packed again');
  const [row] = await server.db.select().from(backupTable).where(eq(backupTable.id, backup.id));
  assert.equal(row?.content?.build.branch, 'main');
  const task = await finished(own.client, '/backup/restore', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.match(await shown(), new RegExp(later));
});

test('an account that may publish nothing restores nothing, also when it is flagged meanwhile', async (t) => {
  const { own, id, backup, later, shown } = await changedApp(server, 'flagged');
  const flag = (isAbuseSystem: boolean) =>
    server.db.update(user).set({ isAbuseSystem }).where(eq(user.id, own.customer.id));
  await flag(true);
  const refused = await own.client.post<{ code: string }>('/backup/restore', { id: backup.id });
  assert.equal(refused.body.code, 'ABUSE');
  await flag(false);
  instead(t, 'build', (given) => async (...args) => {
    const release = await given(...args);
    await flag(true);
    return release;
  });
  const task = await finished(own.client, '/backup/restore', { id: backup.id });
  assert.deepEqual([task.status, task.error?.code], ['failed', 'LIMIT']);
  assert.match(await shown(), new RegExp(later));
  assert.equal((await own.app(id)).live_build?.id, later);
});

test('a backup from before databases were part of backups is not tested where the application has one', async () => {
  const { own, id, backup } = await changedApp(server, 'tested');
  await server.db
    .update(backupTable)
    .set({ content: sql`${backupTable.content} - 'database'` })
    .where(eq(backupTable.id, backup.id));
  const made = await own.client.post<{ task_id: string }>(`/nucal/app/${id}/db`);
  assert.equal(made.status, 200, made.text);
  await server.app.tasks.waitFor(made.body.task_id);
  const refused = await own.client.post<{ code: string }>('/backup/prove', { id: backup.id });
  assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION']);
});

test('backups of a section that is off are not listed, also with those of deleted sites', async () => {
  const { own, client, site } = await changedSiteOf();
  const listed = async () => (await client.get<Page<Backup>>('/backup?include_deleted=true')).body.totalCount;
  assert.equal(await listed(), 1);
  await server.db
    .update(partner)
    .set({ attributes: sql`${partner.attributes} || '{"SECTION_SITES":"false"}'::jsonb` })
    .where(eq(partner.id, own.partner.id));
  await server.app.partners.changed(own.partner.id);
  assert.equal(await listed(), 0);
  assert.equal((await backupsOf(client, site.site_id)).length, 0);
});

test('the database of an application is not restored alone', async () => {
  const { own, backup } = await changedApp(server, 'parts');
  const chosen = { id: backup.id, restore_files: false, restore_db_files: true };
  const refused = await own.client.post<{ code: string; fields: object }>('/backup/restore', chosen);
  assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION']);
});

test('restores that fail push no release out, hide no build of a commit, and take no build time', async (t) => {
  const { own, id, backup, kept } = await changedApp(server, 'pushed');
  instead(
    t,
    'publish',
    (given) => (siteId, buildId, p) => (buildId === kept ? given(siteId, buildId, p) : notStarted()),
  );
  for (let count = 0; count < KEPT_RELEASES; count += 1)
    assert.equal((await finished(own.client, '/backup/restore', { id: backup.id })).status, 'failed');
  const restores = await server.db.select().from(appBuild).where(eq(appBuild.trigger, 'restore'));
  const ofApp = restores.filter(({ appId }) => appId === id);
  assert.deepEqual([ofApp.length, ofApp.filter(({ isKept }) => isKept).length], [KEPT_RELEASES, 0]);
  const commits = await builtCommits(server.db, id);
  assert.ok(commits.length > 0 && commits.every(({ build }) => build.trigger !== 'restore'));
  const from = new Date(Date.now() - 86_400_000);
  const before = await buildSeconds(server.db, own.customer.id, from);
  await server.db
    .update(appBuild)
    .set({ endedAt: sql`${appBuild.startedAt} + interval '5 hours'` })
    .where(eq(appBuild.id, ofApp[0]?.id ?? ''));
  assert.equal(await buildSeconds(server.db, own.customer.id, from), before);
  assert.equal((await own.client.post(`/nucal/app/build/${kept}/publish`)).status, 200);
  await until('the kept release is live', async () => ((await own.app(id)).live_build?.id === kept ? true : undefined));
});

test('the variables that a kept release was built with stay, however often they change', async () => {
  const { own, fqdn, setVariable } = await changedApp(server, 'versions');
  for (let count = 0; count < 23; count += 1) await setVariable(`value ${count}`);
  const backup = await backUp(own.client, fqdn);
  const [row] = await server.db.select().from(backupTable).where(eq(backupTable.id, backup.id));
  const sealed = row?.content?.variables.release ?? '';
  assert.match(server.app.secrets.open(sealed), /a later one/);
});

test('no scheduled backup and no test restore runs for an account that is flagged, or without applications', async () => {
  const { own, id, fqdn, backup } = await changedApp(server, 'closed');
  const proofDue = async (): Promise<string | null> => {
    const past = new Date(Date.now() - 30 * 86_400_000);
    const rows = [eq(backupTable.workloadId, id), eq(workload.id, id)] as const;
    await server.db.update(backupTable).set({ createdAt: past, proofAskedAt: past }).where(rows[0]);
    await server.db.update(workload).set({ proofLookAt: past }).where(rows[1]);
    return proveAgain({ ...server.app, config: { ...server.app.config, backupProofDays: 7 } });
  };
  const flag = (isAbuseSystem: boolean) =>
    server.db.update(user).set({ isAbuseSystem }).where(eq(user.id, own.customer.id));
  const switchApps = (on: string) =>
    server.db
      .update(partner)
      .set({ attributes: sql`${partner.attributes} || ${JSON.stringify({ SECTION_APPLICATIONS: on })}::jsonb` })
      .where(eq(partner.id, own.partner.id));
  await flag(true);
  const flagged = await server.app.tasks.waitFor(await runSchedule(own, id, fqdn));
  assert.deepEqual([flagged.status, flagged.error?.message], ['failed', 'The account was suspended.']);
  assert.equal(await proofDue(), null);
  await flag(false);
  await idle(own, id);
  await switchApps('false');
  const off = await server.app.tasks.waitFor(await dueNow(id));
  assert.deepEqual([off.status, off.error?.message], ['failed', 'Applications were switched off.']);
  assert.equal(await proofDue(), null);
  await switchApps('true');
  await idle(own, id);
  assert.equal(await failures(own), 0);
  assert.deepEqual(
    (await backupsOf(own.client, id)).map((one) => one.id),
    [backup.id],
  );
  const proof = await proofDue();
  assert.equal((await server.app.tasks.waitFor(String(proof))).status, 'succeeded');
  assert.equal((await visit(server, fqdn)).status, 200);
});
