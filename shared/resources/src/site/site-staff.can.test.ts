import { SITE_STATUSES } from '@panel/contract/status';
import { cannotAssign, cannotDelete, cannotSetStatus, settableStatuses } from './site.can.ts';

test('only a site that is stuck without a task can be given up', () => {
  const settable = SITE_STATUSES.filter((status) => settableStatuses({ status, task_id: null }).length > 0);
  expect(settable).toEqual(['pending', 'created', 'deploying', 'migrating', 'processing']);
  expect(settableStatuses({ status: 'processing', task_id: null })).toEqual(['failed']);
  expect(cannotSetStatus({ status: 'processing', task_id: 't' })).toMatch(/is being changed/);
  expect(cannotSetStatus({ status: 'ready', task_id: null })).toMatch(/Checks set the status/);
});

test('a site with a running task can be neither deleted nor assigned', () => {
  expect(cannotDelete({ status: 'ready', task_id: 't' })).toMatch(/is being changed/);
  expect(cannotDelete({ status: 'moving', task_id: 't' })).toMatch(/already/);
  expect(cannotDelete({ status: 'moving', task_id: null })).toBeUndefined();
  expect(cannotDelete({ status: 'failed', task_id: null })).toBeUndefined();
  expect(cannotAssign({ site_id: null, status: 'failed', task_id: null })).toMatch(/created completely/);
  expect(cannotAssign({ site_id: 'a', status: 'ready', task_id: null })).toBeUndefined();
});
