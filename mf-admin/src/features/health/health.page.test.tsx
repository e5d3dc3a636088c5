import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (role: 'customer' | 'admin' | 'superadmin') =>
  renderPage({ remote: { manifest, pages }, role, path: '/admin/health' });

test.each(['customer', 'admin'] as const)('a %s is sent to /forbidden', async (role) => {
  const { address } = await open(role);
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('the operator sees each process of the panel with its memory', async () => {
  await open('superadmin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
  const processes = await screen.findByRole('table', { name: 'Processes' });
  expect(within(processes).getByText(/^[\d.]+ [MG]B of [\d.]+ [MG]B$/)).toBeVisible();
  expect(within(processes).getByText('Works')).toBeVisible();
});
