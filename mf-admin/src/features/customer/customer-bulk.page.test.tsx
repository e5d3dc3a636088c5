import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const owner = (name: string) => `${name}-${Date.now()}@people.example`;
const open = (sites: { name: string; owner?: string }[], path = '/customers') =>
  renderPage({ remote: { manifest, pages }, role: 'admin', path, sites });
const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));

test('chosen customers are suspended, and the result is shown for each', async () => {
  const [one, two] = [owner('one'), owner('two')];
  const { user, address } = await open([
    { name: 'a', owner: one },
    { name: 'b', owner: two },
  ]);
  const list = await screen.findByRole('row', { name: new RegExp(one) });
  await user.click(within(list).getByRole('checkbox'));
  await user.click(within(screen.getByRole('row', { name: new RegExp(two) })).getByRole('checkbox'));
  expect(bar().getByText('2 selected')).toBeVisible();
  await user.click(bar().getByRole('button', { name: 'Suspend' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suspend: 2 customers' });
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(address()).toMatch(/^\/customers\/bulk\?id=/));
  expect(await screen.findByRole('heading', { level: 1, name: 'Suspend' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('Changed')).toHaveLength(3));
  const { pageElements } = await api.customer.list({ keyword: one });
  expect(pageElements.map(({ state }) => state)).toEqual(['suspended']);
});

test('all that the list finds are chosen with one button, and tagged by its filter', async () => {
  const owners = Array.from({ length: 12 }, (_, i) => owner(`many${i}`));
  const { user, bridge } = await open(
    owners.map((email, i) => ({ name: `s${i}`, owner: email })),
    '/customers?q=many&pageSize=10',
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(bar().getByRole('button', { name: 'Select all 12' }));
  expect(bar().getByText('All 12 selected')).toBeVisible();
  await user.click(bar().getByRole('button', { name: 'Add a tag' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a tag: 12 customers' }));
  expect(dialog.getByRole('button', { name: 'Add a tag' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(dialog.getByRole('textbox', { name: 'Tag' }), 'wave');
  await user.click(dialog.getByRole('button', { name: 'Add a tag' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Add a tag: wave' })).toBeVisible();
  await waitFor(async () => expect((await api.customer.list({ tag: 'wave' })).totalCount).toBe(12));
  expect(bridge.calls).toContain('POST /customer/bulk');
});

test('each chosen customer gets a license', async () => {
  const name = owner('licensed');
  const { user } = await open([{ name: 'a', owner: name }], `/customers?q=licensed`);
  await user.click(within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole('checkbox'));
  await user.click(bar().getByRole('button', { name: 'Issue a license' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue a license: 1 customer' }));
  expect(dialog.getByRole('button', { name: 'Issue a license' })).toHaveAttribute('aria-disabled', 'true');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'License' }), 'App Starter (STARTER)');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Term' }), '1 month');
  await user.click(dialog.getByRole('button', { name: 'Issue a license' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Issue a license: App Starter' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('Changed')).toHaveLength(2));
  const { pageElements } = await api.license.partnerList({ keyword: name });
  expect(pageElements.map(({ product_identifier: product }) => product)).toEqual(['app_starter']);
});
