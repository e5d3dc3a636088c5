import { screen, waitFor, within } from '@testing-library/react';
import type { Machine } from '@panel/core';
import { renderInUi, renderPage } from '@panel/ui/testing';
import { clockLabel, workloadLabels } from '@panel/resources/machine';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { MachineMarks } from './machine.columns.tsx';

const open = (role: 'customer' | 'admin' | 'superadmin', path = '/admin/machines') =>
  renderPage({ remote: { manifest, pages }, role, path });

test.each(['customer', 'admin'] as const)('a %s is sent to /forbidden', async (role) => {
  const { address } = await open(role);
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('the operator sees the machine of an installation without settings, and its day as a chart', async () => {
  const { user } = await open('superadmin');
  const table = await screen.findByRole('table', { name: 'Machines' });
  expect(within(table).getByText(/\(this one\)$/)).toBeVisible();
  expect(within(table).getByText('Ready')).toBeVisible();
  expect(within(table).getByText(/Panel, Tasks, Visits/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a machine' })).toHaveAccessibleDescription(/Set MACHINES_PORT/);

  const act = async (name: string) => {
    await user.click(within(table).getByRole('button', { name: /^Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await act('Drain');
  expect(await within(table).findByText('Drained')).toBeVisible();
  await act('Place here again');
  await waitFor(() => expect(within(table).queryByText('Drained')).toBeNull());

  await user.click(within(table).getByRole('link'));
  const details = await screen.findByRole('dialog');
  expect(await within(details).findByRole('figure', { name: 'Free memory' })).toBeVisible();
  await user.click(within(details).getByRole('radio', { name: 'Load' }));
  expect(within(details).getByRole('figure', { name: 'Load' })).toBeVisible();
});

const MACHINE: Machine = {
  ...{ id: 'a', name: 'node-1', address: null, roles: ['edge'], state: 'lost', isThis: false, version: '1.0.0' },
  capabilities: { php: ['8.4'], databases: ['sqlite'], cpus: 4 },
  now: { memoryFree: 1, memoryTotal: 2, diskFree: 1, diskTotal: 2, load: 0.5 },
  workloads: [
    { kind: 'static', total: 3, awake: 0 },
    { kind: 'wordpress', total: 1200, awake: 50 },
  ],
  ...{ clockOffMs: 3_600_000, seenAt: '2026-01-01T00:00:00.000Z', since: '2026-01-01T00:00:00.000Z' },
  ...{ joinedAt: null, revoked: null, isDrained: false, emptying: null, isReached: true },
};

test('a lost machine and a clock that is off are marked; what runs is counted by kind', () => {
  renderInUi(<MachineMarks machine={MACHINE} />);
  expect(screen.getByText('Lost')).toBeVisible();
  expect(screen.getByText('Its clock is 60 minutes ahead.')).toBeVisible();
  expect(clockLabel({ clockOffMs: -6_000 })).toBe('Its clock is 6 seconds behind.');
  expect(clockLabel({ clockOffMs: 300 })).toBeNull();
  expect(workloadLabels(MACHINE)).toEqual(['Static sites: 3', 'WordPress: 1,200, 50 awake']);
});
