// On both databases: cancelling and finishing at the same moment, workers that die.
import { eq, sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { described, said } from '../../src/context/said.ts';
import { notification, task } from '../../src/db/schema.ts';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { PanelError } from '../../src/kernel/errors.ts';
import type { StepDefinition } from '../../src/tasks/task-kind.ts';
import { claimTask, markCancelling, saveSteps } from '../../src/tasks/task.repo.ts';
import { until } from '../../src/testing/index.ts';
import { gate, openEngineBench, step, type EngineBench } from './engine-support.ts';

let bench: EngineBench;
before(async () => {
  bench = await openEngineBench();
});
afterEach(() => bench.clear());
after(() => bench.close());

const refusedWith = (code: string) => (error: unknown) => error instanceof PanelError && error.code === code;
const told = { type: 'site_deleted' as const, ...described(said('cancelled')), link: null };

/** A step with an effect that its undo removes. */
const making = (things: Set<string>, name: string, more: Partial<StepDefinition> = {}): StepDefinition => ({
  ...step(name, async () => void things.add(name)),
  undo: async () => void things.delete(name),
  ...more,
});

/** A step that runs until its signal ends it or the gate opens. */
const holding = (opened: Promise<void>, more: Partial<StepDefinition>): StepDefinition => ({
  ...step('holds', ({ signal }) =>
    Promise.race([
      opened,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]),
  ),
  ...more,
});

test('a waiting task is cancelled immediately, and no worker runs it', async () => {
  let runs = 0;
  const { engine, app } = await bench.engineOf({
    steps: [{ ...step('one', async () => void (runs += 1)), leaves: 'Nothing was made.' }],
    cancelled: async () => told,
  });
  const id = await bench.enqueue(engine, bench.customer);
  assert.equal((await engine.find(id))?.cancel, 'Nothing was made.');
  await engine.cancel(app, id);
  const ended = await engine.find(id);
  assert.deepEqual([ended?.status, ended?.cancel, ended?.error], ['cancelled', null, null]);
  assert.equal((await bench.rowOf(id))?.secret, null);
  const notices = await bench.db
    .select()
    .from(notification)
    .where(eq(notification.dedupeKey, `task:${id}`));
  assert.deepEqual(
    notices.map(({ description }) => description),
    ['cancelled'],
  );
  await engine.work(app);
  await engine.waitFor(await bench.enqueue(engine, bench.customer));
  assert.equal(runs, 1);
  await assert.rejects(engine.cancel(app, id), refusedWith('TASK_ENDED'));
});

test('a step that may be stopped is stopped; its effects are reverted, the last step first', async () => {
  const things = new Set<string>();
  const undone: string[] = [];
  const undo = (name: string) => async () => {
    things.delete(name);
    undone.push(name);
  };
  const { engine, app } = await bench.engineOf({
    steps: [
      making(things, 'first', { undo: undo('first') }),
      step('kept', async () => undefined),
      holding(new Promise(() => undefined), { cancel: 'now', undo: undo('holds') }),
      making(things, 'never'),
    ],
  });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the third step', async () => (await engine.find(id))?.steps[2]?.state === 'running');
  await engine.cancel(app, id);
  await engine.cancel(app, id).catch((error: unknown) => assert.ok(refusedWith('TASK_ENDED')(error)));
  const ended = await engine.waitFor(id);
  assert.deepEqual([ended.status, ended.error], ['cancelled', null]);
  assert.deepEqual(
    ended.steps.map(({ state }) => state),
    ['cancelled', 'done', 'cancelled', 'idle'],
  );
  assert.deepEqual(undone, ['holds', 'first']);
  assert.deepEqual([...things], []);
  assert.ok(ended.log.some(({ text }) => text === 'Reverting: first'));
});

test('a step that must not be stopped ends first; the next one does not start', async () => {
  const things = new Set<string>();
  const { opened, open } = gate();
  const { engine, app } = await bench.engineOf({
    steps: [holding(opened, { undo: async () => void things.add('undone') }), making(things, 'never')],
  });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the step', async () => (await engine.find(id))?.steps[0]?.state === 'running');
  await engine.cancel(app, id);
  const meanwhile = await engine.find(id);
  assert.deepEqual([meanwhile?.status, meanwhile?.steps[0]?.state, meanwhile?.cancel], ['cancelling', 'running', null]);
  open();
  assert.equal((await engine.waitFor(id)).status, 'cancelled');
  assert.deepEqual([...things], ['undone']);
});

test('once a final step has started, cancelling is rejected and the task succeeds', async () => {
  const { opened, open } = gate();
  const { engine, app } = await bench.engineOf({ steps: [holding(opened, { cancel: 'no' })] });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the step', async () => (await engine.find(id))?.steps[0]?.state === 'running');
  assert.equal((await engine.find(id))?.cancel, null);
  await assert.rejects(engine.cancel(app, id), refusedWith('TASK_NOT_CANCELLABLE'));
  open();
  assert.equal((await engine.waitFor(id)).status, 'succeeded');
});

test('cancelled and finished at the same moment: one of the two, with consistent effects', async () => {
  for (let i = 0; i < 10; i += 1) {
    const things = new Set<string>();
    const { engine, app } = await bench.engineOf({ steps: [making(things, 'one'), making(things, 'two')] });
    await engine.work(app);
    const id = await bench.enqueue(engine, bench.customer);
    await until('a step', async () => things.size > 0);
    const refused = await engine.cancel(app, id).then(
      () => false,
      (error: unknown) => refusedWith('TASK_ENDED')(error),
    );
    const { status } = await engine.waitFor(id);
    assert.deepEqual([status, [...things]], refused ? ['succeeded', ['one', 'two']] : ['cancelled', []]);
    await engine.stop();
  }
});

test('a lost notification delays a cancellation until the next heartbeat', async () => {
  const { engine, app } = await bench.engineOf({
    steps: [holding(new Promise(() => undefined), { cancel: 'now' })],
  });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the step', async () => (await engine.find(id))?.steps[0]?.state === 'running');
  await markCancelling(bench.db, id);
  assert.equal((await engine.waitFor(id)).status, 'cancelled');
});

test(
  'a process that runs no tasks cancels one that another runs',
  { skip: !process.env['TEST_DATABASE_URL'] },
  async () => {
    const steps = [holding(new Promise(() => undefined), { cancel: 'now' })];
    const worker = await bench.engineOf({ steps }, { leaseMs: 60_000 });
    const api = await bench.engineOf({ steps });
    await worker.engine.work(worker.app);
    const id = await bench.enqueue(api.engine, bench.customer);
    await until('the step', async () => (await api.engine.find(id))?.steps[0]?.state === 'running');
    await api.engine.cancel(api.app, id);
    assert.equal((await api.engine.waitFor(id)).status, 'cancelled');
  },
);

test('a task that cannot be reverted fails with a message about it', async () => {
  const { engine, app } = await bench.engineOf({
    steps: [
      {
        ...holding(new Promise(() => undefined), { cancel: 'now' }),
        undo: async () => {
          throw new Error('no');
        },
      },
    ],
  });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the step', async () => (await engine.find(id))?.steps[0]?.state === 'running');
  await engine.cancel(app, id);
  const ended = await engine.waitFor(id);
  assert.deepEqual([ended.status, ended.error?.code], ['failed', 'NOT_REVERTED']);
});

test('a task that failed and cannot be reverted says both, in its error and its log', async () => {
  const { engine, app } = await bench.engineOf({
    steps: [
      {
        ...step('breaks', async () => {
          throw new HostingError('NOT_VERIFIED', 'The site does not answer.', { retryable: false });
        }),
        undo: async () => {
          throw new HostingError('DISK_FULL', 'There is no space left.', { retryable: false });
        },
      },
    ],
    undoOnFailure: true,
  });
  await engine.work(app);
  const ended = await engine.waitFor(await bench.enqueue(engine, bench.customer));
  assert.deepEqual(
    [ended.status, ended.error?.code, ended.error?.message],
    ['failed', 'NOT_VERIFIED', 'The site does not answer. What it had changed could not be put back.'],
  );
  const lines = ended.log.map(({ text }) => text);
  assert.ok(lines.includes('Reverting failed: There is no space left.'), lines.join('\n'));
});

/** As if the worker had died: another one claims the task, and writes of the dead one find no row. */
const die = (id: string) =>
  bench.db
    .update(task)
    .set({ attempt: sql`attempt + 1`, leaseOwner: 'nobody', leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(task.id, id));

for (const moment of ['run one', 'run two', 'cancelled', 'undo two', 'undo one']) {
  test(`a worker that dies at "${moment}" while its task is cancelled: another one finishes the cancellation`, async () => {
    const things = new Set<string>();
    let dead = false;
    const { opened, open } = gate();
    const at = async (here: string, id: string) => {
      if (here !== moment || dead) return;
      dead = true;
      if (here.startsWith('run')) await markCancelling(bench.db, id);
      await die(id);
      open();
      // The dead worker's step never returns.
      await new Promise(() => undefined);
    };
    const part = (name: string): StepDefinition => ({
      ...step(name, async ({ task: { id } }) => {
        things.add(name);
        await at(`run ${name}`, id);
        if (name === 'two' && !dead) await markCancelling(bench.db, id);
      }),
      undo: async ({ task: { id } }) => {
        things.delete(name);
        await at(`undo ${name}`, id);
      },
    });
    const recipe = { steps: [part('one'), part('two'), making(things, 'never')] };
    const first = await bench.engineOf(recipe, { leaseMs: 60_000, graceMs: 50 });
    await first.engine.work(first.app);
    const id = await bench.enqueue(first.engine, bench.customer);
    if (moment === 'cancelled') {
      await until('the mark', async () => ['cancelling', 'cancelled'].includes((await bench.rowOf(id))?.status ?? ''));
      await die(id);
    } else await opened;
    const second = await bench.engineOf(recipe);
    await second.engine.work(second.app);
    const ended = await second.engine.waitFor(id);
    assert.equal(ended.status, 'cancelled');
    assert.deepEqual([...things], []);
    assert.ok(
      ended.steps.every(({ state }) => state === 'cancelled' || state === 'idle'),
      JSON.stringify(ended.steps),
    );
    assert.equal(await saveSteps(bench.db, { ...(await rowOf(id)), attempt: 1 }, []), undefined);
  });
}

async function rowOf(id: string) {
  const row = await bench.rowOf(id);
  assert.ok(row);
  return row;
}

test('a waiting task is claimed once it is cancelled, and an ended one never', async () => {
  const { engine, app } = await bench.engineOf({ steps: [step('one', async () => undefined)] });
  const id = await bench.enqueue(engine, bench.customer);
  await engine.cancel(app, id);
  assert.equal(await claimTask(bench.db, id, 'worker', 1000), undefined);
});
