// On both databases: the claims of several workers.
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { task } from '../../src/db/schema.ts';
import { until } from '../../src/testing/index.ts';
import { gate, openEngineBench, step, type EngineBench } from './engine-support.ts';

/** Which tasks run concurrently, and which is next. Tasks are identified by address. */
let bench: EngineBench;
before(async () => {
  bench = await openEngineBench();
});
afterEach(() => bench.clear());
after(() => bench.close());

/** Two customers of one partner and one of another, with an empty queue. */
async function owners(plan = 'FREE') {
  const { scenario } = bench;
  const [one, two] = [await scenario.partner(), await scenario.partner()];
  const [a, b, c] = [
    await scenario.customer(one, { planType: plan }),
    await scenario.customer(one, { planType: plan }),
    await scenario.customer(two, { planType: plan }),
  ];
  return { partner: one, a, b, c };
}

test('a worker is never idle while a task waits: a hundred short ones run without a pause', async () => {
  const { a, b, c } = await owners();
  const { engine, app } = await bench.engineOf({ steps: [step('short', async () => undefined)] });
  await engine.work(app);
  const ids: string[] = [];
  for (let i = 0; i < 100; i += 1) ids.push(await bench.enqueue(engine, [a, b, c][i % 3] ?? a));
  for (const id of ids) assert.equal((await engine.waitFor(id)).status, 'succeeded');
  await engine.stop();
});

test('one slot: partners take turns, then their customers, and each customer keeps the order', async () => {
  const { a, b, c } = await owners();
  const order: string[] = [];
  const { engine, app } = await bench.engineOf(
    { steps: [step('note', async ({ task: { title } }) => void order.push(title))] },
    { concurrency: 1 },
  );
  const ids: string[] = [];
  for (const title of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'c2'])
    ids.push(await bench.enqueue(engine, { a, b, c }[title.charAt(0)] ?? a, { title }));
  await engine.work(app);
  for (const id of ids) await engine.waitFor(id);
  assert.deepEqual(order, ['a1', 'c1', 'b1', 'c2', 'a2', 'b2', 'a3', 'a4']);
  await engine.stop();
});

/** Starts an engine whose tasks run until `end`, and lists the running ones. */
async function holding(concurrency: number, workers = 1) {
  const { opened, open } = gate();
  const running: string[] = [];
  let most = 0;
  const hold = step('hold', async ({ task: { title } }) => {
    most = Math.max(most, running.push(title));
    await opened;
    running.splice(running.indexOf(title), 1);
  });
  const engines = await Promise.all(
    Array.from({ length: workers }, () => bench.engineOf({ steps: [hold] }, { concurrency })),
  );
  for (const { engine, app } of engines) await engine.work(app);
  const [first] = engines;
  assert.ok(first);
  return {
    engine: first.engine,
    running,
    most: () => most,
    runs: (title: string) => until(`${title} to run`, async () => running.includes(title)),
    end: async (ids: string[]) => {
      open();
      for (const id of ids) await first.engine.waitFor(id);
      for (const { engine } of engines) await engine.stop();
    },
  };
}

test('a customer never has more running tasks than the plan allows, across all workers', async () => {
  const { a, c, partner } = await owners('FREE');
  const pro = await bench.scenario.customer(partner, { planType: 'PRO' });
  // An embedded database has one process, and so one worker.
  const bed = await holding(8, bench.kind === 'postgres' ? 2 : 1);
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1)
    ids.push(
      await bench.enqueue(bed.engine, a, { title: `free-${i}` }),
      await bench.enqueue(bed.engine, pro, { title: `pro-${i}` }),
    );
  await until('five to run', async () => bed.running.length === 5);
  ids.push(await bench.enqueue(bed.engine, c, { title: 'last' }));
  // One accepted after these were rejected shows that the limit applied while a slot was free.
  await bed.runs('last');
  assert.deepEqual(bed.running.filter((name) => name !== 'last').sort(), [
    'free-0',
    'free-1',
    'pro-0',
    'pro-1',
    'pro-2',
  ]);
  await bed.end(ids);
  assert.ok(bed.most() <= 6, `${bed.most()} ran at once`);
});

test('a customer and a partner without running tasks never wait for the work of others', async () => {
  const { a, b, c } = await owners('BUSINESS');
  const bed = await holding(4);
  const ids: string[] = [];
  for (let i = 0; i < 10; i += 1) ids.push(await bench.enqueue(bed.engine, a, { title: `a${i}` }));
  await until('two of the first customer to run', async () => bed.running.length === 2);
  ids.push(await bench.enqueue(bed.engine, b, { title: 'b' }));
  await bed.runs('b');
  ids.push(await bench.enqueue(bed.engine, c, { title: 'c' }));
  await bed.runs('c');
  // The first two are claimed in order but start concurrently.
  assert.deepEqual([...bed.running.slice(0, 2).sort(), ...bed.running.slice(2)], ['a0', 'a1', 'b', 'c']);
  await bed.end(ids);
});

test('a step that ignores its signal loses its slot, and fails', async () => {
  const { a, b } = await owners();
  const deaf = step('deaf', ({ task: { title } }) =>
    title === 'deaf' ? new Promise(() => undefined) : Promise.resolve(),
  );
  const { engine, app } = await bench.engineOf({ steps: [deaf] }, { concurrency: 1, stepTimeoutMs: 200, graceMs: 50 });
  const first = await bench.enqueue(engine, a, { title: 'deaf' });
  const second = await bench.enqueue(engine, b, { title: 'next' });
  await engine.work(app);
  assert.equal((await engine.waitFor(second)).status, 'succeeded');
  assert.equal((await engine.waitFor(first)).status, 'failed');
  await engine.stop();
});

test('a task that was claimed again and again waits until nothing else can run', async () => {
  const { a, b } = await owners();
  const order: string[] = [];
  const { engine, app } = await bench.engineOf(
    { steps: [step('note', async ({ task: { title } }) => void order.push(title))] },
    { concurrency: 1 },
  );
  const poisoned = await bench.enqueue(engine, a, { title: 'poisoned' });
  await bench.db.update(task).set({ attempt: 4, status: 'running' }).where(eq(task.id, poisoned));
  const ids = [
    poisoned,
    await bench.enqueue(engine, a, { title: 'a' }),
    await bench.enqueue(engine, b, { title: 'b' }),
  ];
  await engine.work(app);
  for (const id of ids) await engine.waitFor(id);
  assert.deepEqual(order, ['a', 'b', 'poisoned']);
  await engine.stop();
});

test('a task of a kind that only a newer version knows is left alone, and takes no place', async () => {
  const { a, b } = await owners();
  const { engine, app } = await bench.engineOf({ steps: [step('short', async () => undefined)] }, { concurrency: 1 });
  const newer = await bench.enqueue(engine, a, { title: 'newer' });
  await bench.db.update(task).set({ kind: 'site.of-tomorrow' }).where(eq(task.id, newer));
  const behind = await bench.enqueue(engine, a, { title: 'behind' });
  const other = await bench.enqueue(engine, b, { title: 'other' });
  await engine.work(app);
  for (const id of [behind, other]) assert.equal((await engine.waitFor(id)).status, 'succeeded');
  const row = await bench.rowOf(newer);
  assert.deepEqual([row?.status, row?.attempt, row?.leaseOwner], ['queued', 0, null]);
  await engine.stop();
});
