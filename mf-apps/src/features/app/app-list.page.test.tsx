import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/apps', partner: { special: true }, ...input });

test('the empty page says how an application is made, and leads there', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'No applications yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'New application' })).toHaveAttribute('href', '/new-app');
});

test('applications are paged', async () => {
  await open({ appCount: 11 });
  expect(await screen.findByText('Showing 1–10 of 11')).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(11);
});

test('a search without a match can be cleared', async () => {
  const { user } = await open({ appCount: 2 });
  await user.type(await screen.findByRole('searchbox', { name: 'Search applications' }), 'nothing-like-it');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('app-2')).toBeVisible();
  expect(screen.getByText('app-1')).toBeVisible();
});

test('applications that are down can be listed by themselves', async () => {
  const { user, address } = await open({ appCount: 2, appsDown: 1 });
  await screen.findByText('app-2');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Health' }), 'Down');
  await waitFor(() => expect(screen.queryByText('app-2')).toBeNull());
  expect(screen.getByText('app-1')).toBeVisible();
  expect(address()).toBe('/apps?health=down');
});

test('an application is deleted only after its address was typed', async () => {
  const { user } = await open({ appCount: 1 });
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement;
  await user.click(within(row).getByRole('button', { name: /actions/i }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Application' });
  const confirm = within(dialog).getByRole('button', { name: 'Delete Application' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.type(within(dialog).getByRole('textbox'), within(dialog).getAllByText(/app-1\./)[0]?.textContent ?? '');
  await user.click(confirm);
  expect(await screen.findByRole('heading', { name: 'No applications yet' }, { timeout: 15_000 })).toBeVisible();
});

test('all applications of the account are deleted in one change after one confirmation', async () => {
  const { user, bridge } = await open({ appCount: 2 });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 applications' });
  await user.type(within(dialog).getByRole('textbox'), '2 applications');
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 applications' }));
  expect(await screen.findByRole('heading', { name: 'No applications yet' }, { timeout: 15_000 })).toBeVisible();
  const card = within(screen.getByRole('region', { name: 'Delete: 2 applications' }));
  await waitFor(() => expect(card.getAllByText('Changed')).toHaveLength(3));
  expect(bridge.calls.filter((call) => call === 'POST /nucal/bulk')).toHaveLength(1);
});
