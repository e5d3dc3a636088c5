// On both databases: the plan of task-queue.repo.ts.
import { sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Rows } from '../../src/db/database.ts';
import { nextTask, takeNextTask } from '../../src/tasks/task-queue.repo.ts';
import { openEngineBench, type EngineBench } from './engine-support.ts';

const MACHINE = randomUUID();
let bench: EngineBench;
before(async () => {
  bench = await openEngineBench();
});
after(() => bench.close());

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

test('with 10,000 waiting tasks the next one is found by reading a few rows', async () => {
  const other = await bench.scenario.customer(bench.partner);
  for (const [customer, tasks] of [
    [bench.customer, 9_990],
    [other, 10],
  ] as const) {
    await bench.db.execute(sql`
      insert into task (partner_id, customer_id, kind, resource, resource_id, title) select ${bench.partner.id}::uuid, ${customer.id}::uuid, 'site.create', 'site', gen_random_uuid(), '' from generate_series(1, ${tasks}::int)`);
  }
  const explained = (await bench.db.execute(
    sql`explain (analyze, format json) ${nextTask('all', ['site.create'], MACHINE)}`,
  )) as unknown as Rows<{ 'QUERY PLAN': { Plan: Node }[] }>;
  const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
  assert.ok(plan);
  const read = flat(plan)
    .filter((node) => node['Relation Name'] === 'task')
    .map((node) => ({
      by: node['Node Type'],
      rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }));
  assert.ok(read.length > 0);
  assert.ok(read.reduce((sum, { rows }) => sum + rows, 0) < 50, JSON.stringify(read));

  const first = await takeNextTask(bench.db, {
    worker: 'test',
    leaseMs: 60_000,
    who: 'all',
    kinds: ['site.create'],
    machine: MACHINE,
  });
  const second = await takeNextTask(bench.db, {
    worker: 'test',
    leaseMs: 60_000,
    who: 'all',
    kinds: ['site.create'],
    machine: MACHINE,
  });
  assert.deepEqual(new Set([first?.customerId, second?.customerId]), new Set([bench.customer.id, other.id]));
});
