import type { Reseller } from '@panel/core';
import { resellerActions } from './reseller.actions.ts';

const OPEN: Reseller = {
  ...{
    id: '3f0c1c1e-0000-4000-8000-000000000000',
    name: 'Nova',
    host: 'nova.localhost',
    address: 'http://nova.localhost',
    certificate: { state: 'unneeded', not_after: null, error: null, task_id: null },
  },
  ...{
    sites_domain: 'nova-sites.localhost',
    nameserver_domain: null,
    support_email: 'help@nova.example',
    is_special: false,
    is_own: false,
  },
  ...{ state: 'active', limits: { customers: null, sites: null, disk_gb: null } },
  ...{ used: { customers: 0, sites: 0, disk_bytes: 0 }, invited: 'rosa@nova.example', suspended_at: null },
  ...{ deletes_at: null, created_at: new Date().toISOString() },
};
const reasons = (reseller: Reseller) =>
  Object.fromEntries(
    resellerActions(reseller, { open: () => undefined, change: () => undefined }).map((item) => [
      item.key,
      item.disabledReason ?? null,
    ]),
  );
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('an invitation is sent again while the panel is open', () => {
  expect(reasons(OPEN)['invite']).toBeNull();
  for (const state of ['suspended', 'deleting'] as const)
    expect(reasons({ ...OPEN, state })['invite']).toBe('The panel of this partner is closed.');
  expect(reasons({ ...OPEN, invited: null })['invite']).toBe('The administrator has signed in already.');
});

test('a deletion is undone until its days are over', () => {
  const deleting = { ...OPEN, state: 'deleting' as const };
  expect(reasons({ ...deleting, deletes_at: inHours(1) })['restore']).toBeNull();
  expect(reasons({ ...deleting, deletes_at: inHours(-1) })['restore']).toMatch(/^The days to undo it are over\./);
});
