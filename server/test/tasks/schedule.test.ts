// On both databases: schedule.repo.ts, checked by several processes.
import { eq, sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { schedule, task } from '../../src/db/schema.ts';
import { occurrenceAfter } from '../../src/tasks/occurrence.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { putSchedule, removeSchedule, type NewSchedule } from '../../src/tasks/schedule.repo.ts';
import { openEngineBench, step, type EngineBench } from './engine-support.ts';

let bench: EngineBench;
before(async () => {
  bench = await openEngineBench();
});
afterEach(async () => {
  await bench.clear();
  await bench.db.delete(schedule);
});
after(() => bench.close());

const at = (cron: string, timeZone: string, from: string) =>
  occurrenceAfter(cron, timeZone, new Date(from)).toISOString();

test('daily and weekly times follow their time zone, through both changes of the clock', () => {
  const berlin = 'Europe/Berlin';
  assert.equal(at('0 3 * * *', berlin, '2026-01-10T12:00:00Z'), '2026-01-11T02:00:00.000Z');
  assert.equal(at('0 3 * * *', berlin, '2026-07-10T12:00:00Z'), '2026-07-11T01:00:00.000Z');
  assert.equal(at('0 3 * * 1', berlin, '2026-11-22T12:00:00Z'), '2026-11-23T02:00:00.000Z');
  // 02:30 does not exist on 29 March: runs right after the change, once.
  assert.equal(at('30 2 * * *', berlin, '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z');
  assert.equal(at('30 2 * * *', berlin, '2026-03-29T01:00:00Z'), '2026-03-30T00:30:00.000Z');
  // 02:30 occurs twice on 25 October: runs the first time, once.
  assert.equal(at('30 2 * * *', berlin, '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z');
  assert.equal(at('30 2 * * *', berlin, '2026-10-25T00:30:00Z'), '2026-10-26T01:30:00.000Z');
});

test('an invalid pattern or time zone is rejected', () => {
  for (const [cron, zone] of [
    ['every day', 'UTC'],
    ['0 3 * * * *', 'UTC'],
    ['0 3 * * *', 'Mars/Olympus'],
    ['0 0 30 2 *', 'UTC'],
  ] as const)
    assert.throws(() => at(cron, zone, '2026-01-01T00:00:00Z'), RangeError, `${cron} ${zone}`);
});

const daily = (id: string, more: Partial<NewSchedule> = {}): NewSchedule => ({
  id,
  kind: 'site.create',
  resourceId: id,
  title: id,
  cron: '30 3 * * *',
  timeZone: 'Europe/Berlin',
  ...more,
});

const miss = (id: string, days: number) =>
  bench.db
    .update(schedule)
    .set({ nextAt: sql`now() - make_interval(days => ${days}::int)` })
    .where(eq(schedule.id, id));
const rowOf = async (id: string) => (await bench.db.select().from(schedule).where(eq(schedule.id, id)))[0];
const tasksOf = (id: string) => bench.db.select().from(task).where(eq(task.resourceId, id));

test('several processes check at the same time: a due schedule starts once, and one missed for days once more', async () => {
  const engines = [];
  for (let i = 0; i < 3; i += 1) engines.push(await bench.engineOf({ steps: [step('one', async () => undefined)] }));
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const id of ids) {
    await putSchedule(bench.db, daily(id));
    await miss(id, 4);
  }
  await putSchedule(bench.db, daily('not-due'));
  const kinds = { 'site.create': {} as never };
  await Promise.all(engines.map(({ app }) => startDue(app, kinds)));
  for (const id of ids) {
    const started = await tasksOf(id);
    assert.equal(started.length, 1, id);
    const row = await rowOf(id);
    assert.equal(row?.lastTaskId, started[0]?.id);
    assert.ok((row?.nextAt.getTime() ?? 0) > Date.now());
  }
  assert.deepEqual(await tasksOf('not-due'), []);
});

test('a schedule whose resource is busy starts later; others do not wait for it, nor for a broken one', async () => {
  const { engine, app } = await bench.engineOf({ steps: [step('one', async () => undefined)] });
  const kinds = { 'site.create': {} as never };
  for (const id of ['busy', 'broken', 'fine']) await putSchedule(bench.db, daily(id));
  await putSchedule(bench.db, daily('unknown', { kind: 'no.such' }));
  for (const [id, days] of [
    ['busy', 4],
    ['broken', 3],
    ['unknown', 2],
    ['fine', 1],
  ] as const)
    await miss(id, days);
  await bench.db.update(schedule).set({ timeZone: 'Mars/Olympus' }).where(eq(schedule.id, 'broken'));
  const running = await bench.enqueue(engine, bench.customer, { resourceId: 'busy' });
  await startDue(app, kinds);
  assert.equal((await tasksOf('fine')).length, 1);
  assert.deepEqual(
    (await tasksOf('busy')).map(({ id }) => id),
    [running],
  );
  assert.deepEqual(await tasksOf('broken'), []);
  await engine.cancel(app, running);
  await miss('busy', 1);
  await startDue(app, kinds);
  assert.equal((await tasksOf('busy')).length, 2);
});

test('writing a schedule again keeps a due occurrence, and another time changes it', async () => {
  await putSchedule(bench.db, daily('kept'));
  await miss('kept', 2);
  await putSchedule(bench.db, daily('kept', { title: 'renamed' }));
  const same = await rowOf('kept');
  assert.equal(same?.title, 'renamed');
  assert.ok((same?.nextAt.getTime() ?? 0) < Date.now());
  await putSchedule(bench.db, daily('kept', { cron: '30 4 * * *' }));
  assert.ok(((await rowOf('kept'))?.nextAt.getTime() ?? 0) > Date.now());
  await putSchedule(bench.db, daily('kept', { enabled: false }));
  await miss('kept', 2);
  const { app } = await bench.engineOf({ steps: [step('one', async () => undefined)] });
  await startDue(app, { 'site.create': {} as never });
  assert.deepEqual(await tasksOf('kept'), []);
  await removeSchedule(bench.db, 'kept');
  assert.equal(await rowOf('kept'), undefined);
});
