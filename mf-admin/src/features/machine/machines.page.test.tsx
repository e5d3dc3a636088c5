import { screen, waitFor, within } from '@testing-library/react';
import type { Machine, PlacedWorkload } from '@panel/core';
import { renderInUi, renderPage } from '@panel/ui/testing';
import { cannotMove, cannotRecoverMachine, clockLabel, workloadLabels } from '@panel/resources/machine';
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

test('the operator sees what is on a machine, and why it cannot be emptied while it is the only one', async () => {
  const { user } = await open('superadmin');
  const table = await screen.findByRole('table', { name: 'Machines' });
  await user.click(within(table).getByRole('button', { name: /^Actions for/ }));
  expect(await screen.findByRole('menuitem', { name: /^Move all/ })).toHaveAccessibleDescription(
    'No other machine that runs can take it. Add one first.',
  );
  await user.click(screen.getByRole('menuitem', { name: 'What is on it' }));
  expect(await screen.findByRole('dialog', { name: /^On / })).toBeVisible();
  await waitFor(() =>
    expect(
      screen.queryByText('Nothing is on it') ?? screen.queryByRole('table', { name: 'Sites and applications' }),
    ).toBeVisible(),
  );
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
  ...{ isGone: true, recovery: null },
};

test('a lost machine and a clock that is off are marked; what runs is counted by kind', () => {
  renderInUi(<MachineMarks machine={MACHINE} />);
  expect(screen.getByText('Lost')).toBeVisible();
  expect(screen.getByText('Its clock is 60 minutes ahead.')).toBeVisible();
  expect(clockLabel({ clockOffMs: -6_000 })).toBe('Its clock is 6 seconds behind.');
  expect(clockLabel({ clockOffMs: 300 })).toBeNull();
  expect(workloadLabels(MACHINE)).toEqual(['Static sites: 3', 'WordPress: 1,200, 50 awake']);
});

test('a machine that is emptied shows what is left, what could not move, and when it is safe to remove', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const shown = (left: number, failed: number) =>
    renderInUi(<MachineMarks machine={{ ...MACHINE, emptying: { since, left, failed, moving: 0 } }} />);
  shown(3, 2);
  expect(screen.getByText('3 left to move')).toBeVisible();
  expect(screen.getByText('2 could not be moved')).toBeVisible();
  shown(0, 0);
  expect(screen.getByText('Safe to remove')).toBeVisible();

  const site: PlacedWorkload = {
    ...{
      id: 's',
      fqdn: 'a.example',
      kind: 'static',
      partner: 'A',
      isStage: false,
      isInBin: false,
      size: 1,
      move: null,
    },
  };
  const [from, to] = [
    { ...MACHINE, state: 'ready' as const },
    { ...MACHINE, id: 'b', state: 'ready' as const },
  ];
  expect(cannotMove(site, from, to)).toBeNull();
  expect(cannotMove({ ...site, isStage: true }, from, to)).toMatch(/with its live site/);
  expect(cannotMove(site, from, { ...to, isReached: false })).toMatch(/can’t be reached/);
  expect(cannotMove(site, MACHINE, to)).toMatch(/nothing can be copied/);
});

test('what is on a lost machine can be restored elsewhere, once another one runs', () => {
  const other = { ...MACHINE, id: 'b', state: 'ready' as const, isGone: false };
  expect(cannotRecoverMachine(MACHINE, [MACHINE, other])).toBeNull();
  expect(cannotRecoverMachine({ ...MACHINE, isGone: false }, [MACHINE, other])).toMatch(/silent for 3 minutes/);
  expect(cannotRecoverMachine(other, [MACHINE, other])).toMatch(/It runs/);
  expect(cannotRecoverMachine(MACHINE, [MACHINE])).toMatch(/No other machine/);
  renderInUi(<MachineMarks machine={{ ...MACHINE, recovery: { open: 0, restored: 4, failed: 2 } }} />);
  expect(screen.getByText('2 not restored')).toBeVisible();
});

test('the operator decides whether that happens by itself', async () => {
  const { user } = await open('superadmin');
  const openSetting = async () => {
    await user.click(await screen.findByRole('button', { name: 'When a machine is lost' }));
    return screen.findByRole('dialog', { name: 'When a machine is lost' });
  };
  const dialog = await openSetting();
  await user.click(within(dialog).getByRole('combobox', { name: 'Restore elsewhere' }));
  await user.click(await screen.findByRole('option', { name: 'After 10 minutes' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(within(await openSetting()).getByRole('combobox')).toHaveTextContent('After 10 minutes');
});
