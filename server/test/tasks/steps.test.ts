import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, test } from 'node:test';
import { task } from '../../src/db/schema.ts';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { progressOf } from '../../src/tasks/step-progress.ts';
import type { StepContext } from '../../src/tasks/task-kind.ts';
import { until } from '../../src/testing/index.ts';
import { gate, openEngineBench, step, type EngineBench } from './engine-support.ts';

/** What one step can do besides running: report progress, and be retried. */
let bench: EngineBench;
before(async () => {
  bench = await openEngineBench();
});
afterEach(() => bench.clear());
after(() => bench.close());

const passing = (message: string) => new HostingError('BUSY', message, { retryable: true });

test('progress within a step is shown, counts towards the percentage, and logs a line for each quarter', async () => {
  const { opened, open } = gate();
  const work = step('copy', async ({ progress }) => {
    for (let done = 0; done <= 6; done += 1) progress({ done: done * 1024 ** 2, total: 8 * 1024 ** 2, unit: 'bytes' });
    await opened;
  });
  const { engine, app } = await bench.engineOf({ steps: [work] }, { progressMs: 0 });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  const shown = await until('progress', async () => {
    const found = await engine.find(id);
    return found?.steps[0]?.progress && found;
  });
  assert.equal(shown.steps[0]?.progress?.unit, 'bytes');
  open();
  const ended = await engine.waitFor(id);
  assert.deepEqual(
    ended.log.map(({ text }) => text),
    ['copy', 'copy: 2.0 MB of 8.0 MB', 'copy: 4.0 MB of 8.0 MB', 'copy: 6.0 MB of 8.0 MB'],
  );
});

test('the last amount is stored although the step reports no more', async () => {
  const { opened, open } = gate();
  const work = step('stall', async ({ progress }) => {
    progress({ done: 1, total: 4, unit: 'files' });
    await opened;
  });
  const { engine, app } = await bench.engineOf({ steps: [work] }, { progressMs: 100 });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  const shown = await until('progress', async () => (await engine.find(id))?.steps[0]?.progress);
  assert.equal(shown.text, '1 of 4 files');
  open();
  await engine.waitFor(id);
});

test('progress is stored at intervals, however often it is reported', async () => {
  const { opened, open } = gate();
  const work = step('count', async ({ progress }) => {
    for (let done = 1; done <= 10_000; done += 1) progress({ done, total: 10_000, unit: 'files' });
    await opened;
  });
  const { engine, app } = await bench.engineOf({ steps: [work] }, { progressMs: 60_000 });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the last quarter in the log', async () =>
    (await engine.find(id))?.log.some(({ text }) => text === 'count: 10,000 of 10,000 files'),
  );
  assert.equal((await engine.find(id))?.steps[0]?.progress ?? null, null);
  open();
  const ended = await engine.waitFor(id);
  assert.equal(ended.steps[0]?.progress?.text, '10,000 of 10,000 files');
});

test('amounts in words', () => {
  const words = [
    progressOf({ done: 1, total: 1, unit: 'items' }),
    progressOf({ done: 1234, unit: 'files' }),
    progressOf({ done: 512, unit: 'bytes' }),
    progressOf({ done: 33.4, unit: 'percent' }),
    progressOf({ done: 9, total: 3, unit: 'items' }),
  ].map(({ text }) => text);
  assert.deepEqual(words, ['1 of 1 item', '1,234 files', '512 B', '33%', '3 of 3 items']);
});

test('a temporary failure is retried, occupies no slot meanwhile, and is logged', async () => {
  const order: string[] = [];
  const flaky = {
    ...step('flaky', async ({ task: { title } }) => {
      order.push(title);
      if (title === 'flaky' && order.filter((name) => name === 'flaky').length < 3)
        throw passing('The server is busy.');
    }),
    retry: { times: 2, backoffSeconds: 0.2 },
  };
  const { engine, app } = await bench.engineOf({ steps: [flaky] }, { concurrency: 1 });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer, { title: 'flaky' });
  await until('the first failure', async () => ((await bench.rowOf(id))?.retries ?? 0) > 0);
  const other = await bench.enqueue(engine, bench.customer, { title: 'other' });
  assert.equal((await engine.waitFor(other)).status, 'succeeded');
  const ended = await engine.waitFor(id);
  assert.deepEqual([ended.status, ended.steps[0]?.retries], ['succeeded', 2]);
  assert.equal(order.filter((name) => name === 'flaky').length, 3);
  const lines = ended.log.map(({ text }) => text).filter((text) => text.includes('Trying again'));
  assert.deepEqual(lines, [
    'The server is busy. Trying again in 0.2 s (1 of 2).',
    'The server is busy. Trying again in 0.4 s (2 of 2).',
  ]);
});

test('a step fails permanently after its last retry, and immediately when a retry cannot help', async () => {
  const runs: string[] = [];
  const always = {
    ...step('always', async ({ task: { title } }) => {
      runs.push(title);
      throw title === 'passing' ? passing('Busy.') : new HostingError('DISK_FULL', 'Full.', { retryable: false });
    }),
    retry: { times: 1, backoffSeconds: 0.1 },
  };
  const { engine, app } = await bench.engineOf({ steps: [always] });
  await engine.work(app);
  const ended = await engine.waitFor(await bench.enqueue(engine, bench.customer, { title: 'passing' }));
  assert.deepEqual([ended.status, ended.error?.code], ['failed', 'BUSY']);
  const second = await engine.waitFor(await bench.enqueue(engine, bench.customer, { title: 'lasting' }));
  assert.deepEqual([second.status, second.error?.code], ['failed', 'DISK_FULL']);
  assert.deepEqual(runs, ['passing', 'passing', 'lasting']);
});

test('a task that waits for a retry is cancelled without waiting', async () => {
  const undone: string[] = [];
  const waits = {
    ...step('waits', async () => {
      throw passing('Busy.');
    }),
    retry: { times: 1, backoffSeconds: 3600 },
    undo: async () => void undone.push('waits'),
  };
  const first = { ...step('first', async () => undefined), undo: async () => void undone.push('first') };
  const { engine, app } = await bench.engineOf({ steps: [first, waits] });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the failure', async () => ((await bench.rowOf(id))?.retries ?? 0) > 0);
  await engine.cancel(app, id);
  const ended = await engine.waitFor(id);
  assert.deepEqual([ended.status, ended.steps[1]?.state], ['cancelled', 'cancelled']);
  // The failed step may have got half way, so it is reverted as well.
  assert.deepEqual(undone, ['waits', 'first']);
});

test('a final step that waits to be tried again stays final: cancelling is refused', async () => {
  const final = {
    ...step('final', async () => {
      throw passing('Busy.');
    }),
    cancel: 'no' as const,
    retry: { times: 1, backoffSeconds: 3600 },
  };
  const { engine, app } = await bench.engineOf({ steps: [final] });
  await engine.work(app);
  const id = await bench.enqueue(engine, bench.customer);
  await until('the failure', async () => ((await bench.rowOf(id))?.retries ?? 0) > 0);
  assert.equal((await engine.find(id))?.cancel, null);
  await assert.rejects(engine.cancel(app, id), { code: 'TASK_NOT_CANCELLABLE' });
});

for (const [how, error] of [
  ['fails', new HostingError('DISK_FULL', 'Full.', { retryable: false })],
  ['is to be tried again', passing('Busy.')],
] as const)
  test(`a worker whose step ${how} reverts nothing when another worker has the task`, async () => {
    const { opened, open } = gate();
    const undone: string[] = [];
    const slow = {
      ...step('slow', async ({ task: { title } }) => {
        if (title === 'next') return;
        await opened;
        throw error;
      }),
      retry: { times: 1, backoffSeconds: 3600 },
      undo: async () => void undone.push('slow'),
    };
    const { engine, app } = await bench.engineOf(
      { steps: [slow], undoOnFailure: true },
      { leaseMs: 60_000, concurrency: 1 },
    );
    await engine.work(app);
    const id = await bench.enqueue(engine, bench.customer);
    await until('the step to run', async () => (await bench.rowOf(id))?.steps[0]?.state === 'running');
    // As if this worker had been frozen: its lease ended, and another one has claimed the task.
    await bench.db
      .update(task)
      .set({ attempt: 2, leaseOwner: 'another', leaseUntil: new Date(Date.now() + 3_600_000) })
      .where(eq(task.id, id));
    open();
    // The only place is free once the worker has let go.
    const next = await bench.enqueue(engine, bench.customer, { title: 'next' });
    assert.equal((await engine.waitFor(next)).status, 'succeeded');
    const row = await bench.rowOf(id);
    assert.deepEqual([row?.status, row?.leaseOwner, undone], ['running', 'another', []]);
  });

test('a worker that ends while it reverts a failed task: another one continues that, and runs no step again', async () => {
  const runs: string[] = [];
  const bad = {
    ...step('bad', async () => {
      runs.push('run');
      throw new Error('It failed.');
    }),
    undo: async ({ signal }: StepContext) => {
      if (runs.push('undo') > 2) return;
      await once(signal, 'abort');
      throw signal.reason;
    },
  };
  const recipe = { steps: [bad], undoOnFailure: true };
  const first = await bench.engineOf(recipe);
  await first.engine.work(first.app);
  const id = await bench.enqueue(first.engine, bench.customer);
  await until('the step to be reverted', async () => runs.includes('undo'));
  await first.engine.stop();
  const second = await bench.engineOf(recipe);
  await second.engine.work(second.app);
  const ended = await second.engine.waitFor(id);
  assert.deepEqual([ended.status, ended.error?.code, runs], ['failed', 'INTERRUPTED', ['run', 'undo', 'undo']]);
});
