import { eq, inArray } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { notification, schedule, task, taskLog } from '../../src/db/schema.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { retentionKinds } from '../../src/start/retention.tasks.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';

const DAY_MS = 24 * 3_600_000;
let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

test('the daily retention is a schedule: expired rows are removed, what a page still shows stays', async () => {
  const { app, db, scenario } = server;
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner);
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  const old = async (resourceId: string, status: 'succeeded' | 'failed', days: number, ofPanel = false) => {
    const id = randomUUID();
    await db.insert(task).values({
      id,
      partnerId: ofPanel ? null : partner.id,
      customerId: ofPanel ? null : customer.id,
      kind: 'site.create',
      resource: ofPanel ? 'panel' : 'site',
      resourceId,
      title: '',
      status,
      createdAt: ago(days),
      endedAt: ago(days),
    });
    await db.insert(taskLog).values({ taskId: id, line: 1, text: 'A line' });
    return id;
  };
  const gone = [
    await old('one', 'succeeded', 100),
    await old('two', 'failed', 100),
    await old('panel', 'succeeded', 8, true),
    await old('panel', 'failed', 8, true),
  ];
  const kept = [
    await old('one', 'succeeded', 80),
    await old('two', 'failed', 95),
    await old('panel', 'succeeded', 6, true),
  ];
  const tell = (days: number) =>
    db.insert(notification).values({
      partnerId: partner.id,
      userId: customer.id,
      type: 'site_created',
      description: '',
      createdAt: ago(days),
    });
  await tell(181);
  await tell(179);

  await db
    .update(schedule)
    .set({ nextAt: ago(1) })
    .where(eq(schedule.id, 'panel.retention'));
  await startDue(app, retentionKinds);
  const started = await until(
    'the schedule to have started',
    async () => (await db.select().from(schedule).where(eq(schedule.id, 'panel.retention')))[0]?.lastTaskId,
  );
  const ended = await app.tasks.waitFor(started);
  assert.equal(ended.status, 'succeeded', JSON.stringify(ended));
  assert.deepEqual([ended.resource, ended.resource_id, ended.label], ['panel', 'retention', 'Removing old records']);
  assert.equal(ended.steps.find(({ name }) => name === 'tasks')?.progress?.text, '4 of 4 items');

  const left = await db
    .select({ id: task.id })
    .from(task)
    .where(inArray(task.id, [...gone, ...kept]));
  assert.deepEqual(left.map(({ id }) => id).sort(), kept.sort());
  assert.deepEqual(await db.select().from(taskLog).where(inArray(taskLog.taskId, gone)), []);
  assert.equal((await db.select().from(notification).where(eq(notification.userId, customer.id))).length, 1);
});

test('every worker knows the schedules of the installation', async () => {
  const rows = await server.db.select().from(schedule);
  assert.deepEqual(rows.map(({ id }) => id).sort(), [
    'panel.bin',
    'panel.certificates',
    'panel.checks',
    'panel.customers',
    'panel.directory',
    'panel.dns',
    'panel.dns-zones',
    'panel.domains',
    'panel.licenses',
    'panel.limits',
    'panel.partners',
    'panel.payments',
    'panel.reports',
    'panel.retention',
    'panel.sweep',
    'panel.vulnerabilities',
  ]);
});

test('nobody can see or cancel tasks of the installation itself', async () => {
  const partner = await server.scenario.partner();
  const admin = await server.as(partner, await server.scenario.customer(partner));
  const [row] = await server.db.select().from(task).where(eq(task.resource, 'panel')).limit(1);
  assert.ok(row);
  assert.equal((await admin.get(`/task/${row.id}`)).status, 404);
  assert.equal((await admin.post(`/task/${row.id}/cancel`)).status, 404);
});
