// On the embedded database: a killed panel, which keeps its database itself.
import type { Bulk, CustomerBulk, FleetPlan, License, Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { CACHE, previewed, reached, started } from './fleet-support.ts';

const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

test('killed in the middle of a plan and changes of customers and sites: all continue, and each is changed once', async () => {
  const { start, close } = await demoPanels('panel-fleet-');
  cleanup.push(close);
  let { panel, staff } = await start();
  const ready = await until('sites of the demo', async () => {
    const { body } = await staff.get<Page<Site>>('/site?pageSize=50');
    const settled = body.pageElements.every(({ status, task_id }) => status !== 'deploying' && task_id === null);
    return settled && (await previewed(staff, CACHE)).sites.filter(({ reason }) => reason === null);
  });
  assert.ok(ready.length >= 2, 'one is changed before the others');
  const ids = ready.map(({ site_id }) => site_id);
  const id = await started(staff, CACHE, ids);
  await until('a task of the plan', async () => {
    const { body } = await staff.get<FleetPlan>(`/change-plan/${id}`);
    return body.sites.some(({ task_id }) => task_id !== null);
  });
  const bulk = await staff.post<{ bulk_id: string }>('/customer/bulk', { action: 'tag', tag: 'moved', filter: {} });
  assert.equal(bulk.status, 200, bulk.text);
  const tagging = await staff.post<{ bulk_id: string }>('/site/bulk', { action: 'tag', tag: 'moved', filter: {} });
  assert.equal(tagging.status, 200, tagging.text);
  const held = async () => (await staff.get<Page<License>>('/partner/license')).body.totalCount;
  const before = await held();
  const given = { product_identifier: 'app_starter', months: 1, filter: {} };
  const issuing = await staff.post<{ bulk_id: string }>('/partner/license/bulk', given);
  assert.equal(issuing.status, 200, issuing.text);
  await panel.kill('SIGKILL');
  ({ panel, staff } = await start());
  const done = await reached(staff, id, 'done');
  assert.deepEqual(
    done.sites.map(({ status }) => status),
    ids.map(() => 'succeeded'),
    JSON.stringify(done),
  );
  const { counts } = await until('the end of the change of customers', async () => {
    const { body } = await staff.get<CustomerBulk>(`/customer/bulk/${bulk.body.bulk_id}`);
    return body.counts.waiting === 0 && body;
  });
  assert.deepEqual([counts.done > 0, counts.unchanged, counts.refused], [true, 0, 0]);
  const { counts: issued } = await until('the end of the licenses', async () => {
    const { body } = await staff.get<CustomerBulk>(`/customer/bulk/${issuing.body.bulk_id}`);
    return body.counts.waiting === 0 && body;
  });
  assert.ok(issued.done > 0, JSON.stringify(issued));
  assert.equal((await held()) - before, issued.done, 'each customer has one license more');
  const { counts: tagged } = await until('the end of the change of sites', async () => {
    const { body } = await staff.get<Bulk>(`/bulk/${tagging.body.bulk_id}`);
    return body.counts.waiting === 0 && body;
  });
  assert.deepEqual([tagged.done > 0, tagged.unchanged, tagged.refused], [true, 0, 0]);
  const { body: found } = await staff.get<Page<Site>>('/site/filter?tag=moved');
  assert.equal(found.totalCount, tagged.done);
});
