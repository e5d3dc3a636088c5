import type { Site, SiteStatus } from '@panel/core';
import { cannotChange, cannotDelete, cannotOpen, cannotRename, cannotVisit, isWorkedOn } from './site.can.ts';

const ready = {
  site_id: 'a',
  type: 'wordpress',
  status: 'ready',
  task_id: null,
  isStage: false,
  staging: null,
  domain_type: 'sub_domain',
} as const satisfies Partial<Site>;
const statuses: SiteStatus[] = [
  'pending',
  'created',
  'deploying',
  'migrating',
  'moving',
  'processing',
  'ready',
  'failed',
];

test('a WordPress site opens when it is ready or failed, any other only when it is ready', () => {
  const opens = (type: Site['type']) => statuses.filter((status) => !cannotOpen({ ...ready, type, status }));
  expect(opens('wordpress')).toEqual(['ready', 'failed']);
  expect(opens('site_builder')).toEqual(['ready']);
});

test('a site without an id does not open', () => {
  expect(cannotOpen({ ...ready, site_id: null, status: 'failed' })).toMatch(/created completely/);
});

test('only a ready site answers', () => {
  expect(statuses.filter((status) => !cannotVisit({ status }))).toEqual(['ready']);
});

test('a staging site and a site on its own domain keep their names', () => {
  expect(cannotRename(ready)).toBeUndefined();
  expect(cannotRename({ ...ready, isStage: true })).toMatch(/staging/);
  const staging = { site_id: 'b', fqdn: 'staging.shop.localhost', status: 'ready' } as const;
  expect(cannotRename({ ...ready, staging })).toMatch(/Delete it first/);
  expect(cannotRename({ ...ready, domain_type: 'custom_domain' })).toMatch(/subdomain/);
});

test('while a task runs nothing can be changed or deleted', () => {
  const busy = { ...ready, task_id: 't' };
  expect(cannotChange(busy)).toMatch(/is being changed/);
  expect(cannotRename(busy)).toMatch(/is being changed/);
  expect(cannotDelete(busy)).toMatch(/is being changed/);
  expect(isWorkedOn(busy)).toBe(true);
});

test('a failed site cannot be changed but deleted', () => {
  expect(cannotChange({ ...ready, status: 'failed' })).toMatch(/not ready/);
  expect(cannotDelete({ ...ready, status: 'failed' })).toBeUndefined();
});

test('a deletion runs once, and can be repeated when it failed half way', () => {
  expect(cannotDelete({ status: 'moving', task_id: 't' })).toMatch(/already/);
  expect(cannotDelete({ status: 'moving', task_id: null })).toBeUndefined();
});

test('a reserved site waits for its owner, without a task', () => {
  expect(isWorkedOn({ status: 'created', task_id: null })).toBe(false);
});
