// On both databases: leases, and workers that take over.
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { after, before, test } from 'node:test';
import { notification, task } from '../../src/db/schema.ts';
import type { RunningTaskEngine } from '../../src/tasks/task-engine.ts';
import { definePayload } from '../../src/tasks/payload.ts';
import { claimTask, endTask, saveSteps } from '../../src/tasks/task.repo.ts';
import { until } from '../../src/testing/index.ts';
import { openEngineBench, step, type EngineBench, type EngineOptions, type Recipe } from './engine-support.ts';

let bench: EngineBench;
before(async () => {
  bench = await openEngineBench();
});
after(() => bench.close());

const engineOf = (recipe: Recipe, options?: EngineOptions) => bench.engineOf(recipe, options);
const enqueue = (engine: RunningTaskEngine, resourceId?: string) =>
  bench.enqueue(engine, bench.customer, { resourceId });
const rowOf = (id: string) => bench.rowOf(id);

test('steps run in order, with the secret, and whoever started the task is notified once', async () => {
  const seen: string[] = [];
  const { engine, app } = await engineOf({
    steps: [
      step('one', async ({ secrets: { word }, note }) => (note('line'), void seen.push(`one ${word}`))),
      step('two', async () => void seen.push('two')),
    ],
  });
  await engine.work(app);
  const id = await enqueue(engine);
  const done = await engine.waitFor(id);
  assert.deepEqual(seen, ['one open sesame', 'two']);
  assert.deepEqual([done.status, done.percent, done.error], ['succeeded', 100, null]);
  assert.deepEqual(
    done.log.map((entry) => `${entry.line} ${entry.text}`),
    ['1 one', '2 line', '3 two'],
  );
  const told = await bench.db
    .select()
    .from(notification)
    .where(eq(notification.dedupeKey, `task:${id}`));
  assert.equal(told.length, 1);
  assert.equal((await rowOf(id))?.secret, null);
  await engine.stop();
});

test('a rolled back transaction leaves no task and wakes no worker', async () => {
  let runs = 0;
  const { engine, app } = await engineOf({ steps: [step('one', async () => void (runs += 1))] });
  await engine.work(app);
  const resourceId = randomUUID();
  await assert.rejects(
    bench.db.transaction(async (tx) => {
      await engine.enqueue(tx, {
        kind: 'site.create',
        partnerId: bench.partner.id,
        customerId: null,
        userId: null,
        resourceId,
        title: 'x',
        payload: {},
      });
      throw new Error('no');
    }),
    /no/,
  );
  await engine.waitFor(await enqueue(engine));
  assert.equal(runs, 1);
  assert.deepEqual(await bench.db.select().from(task).where(eq(task.resourceId, resourceId)), []);
  await engine.stop();
});

test('a task with a payload that its kind does not take is not stored', async () => {
  const payload = definePayload(v.object({ backupId: v.string(), version: v.exactOptional(v.string()) }));
  const { engine } = await engineOf({ payload, steps: [step('one', async () => undefined)] });
  const resourceId = randomUUID();
  const given = { partnerId: bench.partner.id, customerId: null, userId: null, resourceId, title: 'x' };
  const store = (stored: Record<string, unknown>) =>
    engine.enqueue(bench.db, { kind: 'site.create', ...given, payload: stored });
  await assert.rejects(store({ backup: 'b' }), /backupId/);
  assert.deepEqual(await bench.db.select().from(task).where(eq(task.resourceId, resourceId)), []);
  const id = await store({ backupId: 'b', version: undefined, more: 1 });
  assert.deepEqual(payload.of((await rowOf(id))?.payload ?? {}), { backupId: 'b' });
  // No worker has taken it, and the next test's would.
  await bench.db.delete(task).where(eq(task.id, id));
  await engine.stop();
});

test('a second task of one resource is rejected with the id of the first', async () => {
  const { engine } = await engineOf({ steps: [step('one', async () => undefined)] });
  const resourceId = randomUUID();
  const first = await enqueue(engine, resourceId);
  await assert.rejects(enqueue(engine, resourceId), (error: unknown) => {
    assert.deepEqual(
      [(error as { code: string }).code, (error as { extra: { task_id: string } }).extra.task_id],
      ['TASK_RUNNING', first],
    );
    return true;
  });
  await engine.stop();
  await bench.db.delete(task).where(eq(task.id, first));
});

test('a long step of a living worker runs once, however short its lease', async () => {
  let runs = 0;
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const recipe = {
    steps: [
      step('long', async () => {
        runs += 1;
        await gate;
      }),
    ],
  };
  const one = await engineOf(recipe, { leaseMs: 1000 });
  const two = await engineOf(recipe, { leaseMs: 1000 });
  await one.engine.work(one.app);
  const id = await enqueue(one.engine);
  await until('the step to begin', async () => runs === 1);
  const lease = (await rowOf(id))?.leaseUntil?.getTime() ?? 0;
  if (bench.kind === 'postgres') await two.engine.work(two.app);
  await until(
    'the lease to be renewed three times over',
    async () => ((await rowOf(id))?.leaseUntil?.getTime() ?? 0) > lease + 3000,
  );
  finish();
  assert.equal((await one.engine.waitFor(id)).status, 'succeeded');
  assert.equal(runs, 1);
  assert.equal((await rowOf(id))?.attempt, 1);
  await Promise.all([one.engine.stop(), two.engine.stop()]);
});

test('another worker takes over a dead worker’s task; a step with a result is not run again, and the dead one writes nothing', async () => {
  const runs: string[] = [];
  const { engine, app } = await engineOf({
    steps: [step('first', async () => void runs.push('first')), step('second', async () => void runs.push('second'))],
  });
  const id = await enqueue(engine);
  const dead = await claimTask(bench.db, id, 'dead', 1000);
  assert.ok(dead);
  await saveSteps(
    bench.db,
    dead,
    dead.steps.map((entry, i) => ({ ...entry, state: i === 0 ? ('running' as const) : ('idle' as const) })),
  );
  if (bench.kind === 'postgres') assert.equal(await claimTask(bench.db, id, 'too early', 1000), undefined);
  await engine.work(app);
  const done = await engine.waitFor(id);
  assert.equal(done.status, 'succeeded');
  assert.deepEqual(runs, ['second']);
  assert.equal(await endTask(bench.db, dead, { status: 'succeeded', error: null, steps: [] }), false);
  assert.equal(await saveSteps(bench.db, dead, []), undefined);
  assert.equal((await rowOf(id))?.attempt, 2);
  await engine.stop();
});

test('a worker that stops returns its task, and another continues it', async () => {
  const runs: string[] = [];
  const steps = [
    step(
      'waits',
      ({ signal, task: { attempt } }) => {
        runs.push(`attempt ${attempt}`);
        if (attempt > 1) return Promise.resolve();
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      },
      async ({ task: { attempt } }) => runs.includes(`attempt ${attempt}`),
    ),
  ];
  const one = await engineOf({ steps }, { leaseMs: 60_000 });
  await one.engine.work(one.app);
  const id = await enqueue(one.engine);
  await until('the step to begin', async () => runs.length === 1);
  await one.engine.stop();
  assert.equal((await rowOf(id))?.status, 'running');
  const two = await engineOf({ steps });
  await two.engine.work(two.app);
  assert.equal((await two.engine.waitFor(id)).status, 'succeeded');
  assert.deepEqual(runs, ['attempt 1', 'attempt 2']);
  await two.engine.stop();
});

test('a worker that claims its own task again, whose lease ran out, ends both attempts when it stops', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const hold = step(
    'holds',
    ({ signal, task: { attempt } }) => {
      begun.push(attempt);
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => (ended.push(attempt), reject(new Error('stopped')))),
      );
    },
    async () => false,
  );
  const { engine, app } = await engineOf({ steps: [hold] }, { leaseMs: 60_000 });
  await engine.work(app);
  const id = await enqueue(engine);
  await until('the first attempt', () => begun.length === 1);
  await bench.db
    .update(task)
    .set({ leaseUntil: new Date(0) })
    .where(eq(task.id, id));
  await until('the second attempt', () => begun.length === 2);
  await engine.stop();
  assert.deepEqual(ended.toSorted(), begun);
  await bench.db.delete(task).where(eq(task.id, id));
});

test('a failure reveals no internals, is reverted, and stops the rest', async () => {
  const runs: string[] = [];
  const recipe: Recipe = {
    steps: [
      {
        ...step('bad', async () => {
          throw new Error('secret path /srv/x');
        }),
        undo: async () => void runs.push('undo'),
      },
      step('never', async () => void runs.push('never')),
    ],
    undoOnFailure: true,
  };
  const { engine, app } = await engineOf(recipe);
  await engine.work(app);
  const done = await engine.waitFor(await enqueue(engine));
  assert.deepEqual([done.status, done.error?.code, done.error?.retryable], ['failed', 'INTERNAL', true]);
  assert.doesNotMatch(JSON.stringify(done), /secret path/);
  assert.deepEqual(
    done.steps.map((entry) => entry.state),
    ['failed', 'idle'],
  );
  assert.deepEqual(runs, ['undo']);
  await engine.stop();
});

test('a step without its result fails, a hanging one is ended, and one that always dies is given up', async () => {
  const hollow = await engineOf({
    steps: [
      step(
        'hollow',
        async () => undefined,
        async () => false,
      ),
    ],
  });
  await hollow.engine.work(hollow.app);
  assert.equal((await hollow.engine.waitFor(await enqueue(hollow.engine))).status, 'failed');
  await hollow.engine.stop();

  const hangs = await engineOf(
    {
      steps: [
        step(
          'hangs',
          ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ),
      ],
    },
    { stepTimeoutMs: 300 },
  );
  await hangs.engine.work(hangs.app);
  assert.equal((await hangs.engine.waitFor(await enqueue(hangs.engine))).status, 'failed');
  await hangs.engine.stop();

  const doomed = await engineOf({ steps: [step('doomed', async () => undefined)] }, { maxAttempts: 3 });
  const id = await enqueue(doomed.engine);
  await bench.db.update(task).set({ attempt: 3 }).where(eq(task.id, id));
  await doomed.engine.work(doomed.app);
  assert.equal((await doomed.engine.waitFor(id)).error?.code, 'INTERRUPTED');
  await doomed.engine.stop();
});
