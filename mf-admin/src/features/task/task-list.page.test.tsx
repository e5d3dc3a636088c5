import { screen, waitFor } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const FAILED = /Copying the site.*10\.0\.0\.1 is not a public server.*Failed/;
const open = (input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/tasks', role: 'admin', ...input });

test('the list is empty while nothing was done', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'No tasks yet' })).toBeVisible();
});

test('a task that failed is listed with its reason and its customer, and found by its status', async () => {
  const scenario = await makeScenario({
    role: 'admin',
    migrations: [{ name: 'bakery', type: 'host', sharingLink: 'https://10.0.0.1/site.zip' }],
  });
  const first = await open({ as: scenario });
  await screen.findByRole('heading', { name: 'No tasks yet' });
  const id = scenario.migrations[0] ?? '';
  await api.migration.updateStatus({ id, status: 'inprogress' });
  await waitFor(async () => expect((await api.migration.byId({ id })).status).toBe('failed'), { timeout: 20_000 });
  first.unmount();

  const { user, address } = await open({ as: scenario });
  const failed = await screen.findByRole('row', { name: FAILED });
  expect(failed).toHaveTextContent(scenario.customerEmail);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Done');
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
  expect(await screen.findByRole('row', { name: FAILED })).toBeVisible();
  expect(address()).toBe('/admin/tasks?status=failed');
});
