import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/sites', role: 'admin', ...input });
const row = (name: RegExp) => screen.findByRole('row', { name });

async function choose({ user }: Awaited<ReturnType<typeof open>>, site: RegExp, action: RegExp) {
  await user.click(within(await row(site)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('the list is empty while no customer has a site', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
});

test('filters by status and type are in the address', async () => {
  const { user, address } = await open({
    sites: [{ name: 'shop' }, { name: 'broken', status: 'failed' }, { name: 'docs', type: 'site_builder' }],
  });
  await row(/shop/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'WordPress');
  await waitFor(() => expect(screen.queryByRole('row', { name: /docs/ })).not.toBeInTheDocument());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
  await waitFor(() => expect(screen.queryByRole('row', { name: /shop/ })).not.toBeInTheDocument());
  expect(await row(/broken/)).toBeVisible();
  expect(new URLSearchParams(address().split('?')[1]).getAll('status')).toEqual(['failed']);
  expect(new URLSearchParams(address().split('?')[1]).getAll('type')).toEqual(['wordpress']);
});

test('customers have a name and are found by it', async () => {
  const { user } = await open({
    sites: [{ name: 'shop' }, { name: 'garden', owner: `o-${Date.now()}@people.example` }],
  });
  expect(within(await row(/shop/)).getByText('Grace Hopper')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search by address or customer' }), 'grace hop');
  await waitFor(() => expect(screen.queryByRole('row', { name: /garden/ })).not.toBeInTheDocument());
  expect(await row(/shop/)).toBeVisible();
});

test('details open beside the list and have a link', async () => {
  const page = await open({ sites: [{ name: 'shop' }] });
  await page.user.click(within(await row(/shop/)).getByRole('link', { name: /^shop\./ }));
  const panel = await screen.findByRole('dialog', { name: /^shop\./ });
  expect(await within(panel).findByText('Password protection')).toBeVisible();
  expect(page.address()).toMatch(/panel=details/);
});

test('giving up a stuck site needs a confirmation', async () => {
  const page = await open({ sites: [{ name: 'stuck', status: 'deploying' }] });
  await choose(page, /stuck/, /^Set to failed/);
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Set to failed' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await within(await row(/stuck/)).findByText('Down')).toBeVisible();
});

test('a site is assigned to another customer, and the list shows the new owner', async () => {
  const other = `other-${Date.now()}@people.example`;
  const page = await open({ sites: [{ name: 'shop' }, { name: 'garden', owner: other }] });
  const before = page.scenario.sites.find(({ fqdn }) => fqdn.startsWith('shop.'));
  await choose(page, /shop/, /^Assign to a customer/);
  const panel = await screen.findByRole('dialog', { name: 'Assign to a customer' });
  expect(within(panel).getByRole('button', { name: 'Assign' })).toHaveAttribute('aria-disabled', 'true');
  await page.user.type(await within(panel).findByRole('combobox', { name: /Customer/ }), 'other');
  // Enter chooses the first entry: that must not be the present owner.
  const entries = '.ant-select-item-option-content';
  await waitFor(() => expect(screen.queryByText(/Grace Hopper/, { selector: entries })).not.toBeInTheDocument());
  await page.user.click(await screen.findByText(other, { selector: entries }));
  await page.user.click(within(panel).getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await within(await row(/shop/)).findByText(other)).toBeVisible();
  expect(page.bridge.calls).toContain(`PUT /site/${before?.site_id}/customer`);
  expect((await api.site.byId({ id: before?.site_id ?? '' })).customer_email).toBe(other);
});

test('a verified status cannot be set manually', async () => {
  const page = await open({ sites: [{ name: 'shop' }] });
  await page.user.click(within(await row(/shop/)).getByRole('button', { name: /^Actions for/ }));
  expect(await screen.findByRole('menuitem', { name: /^Set to failed/ })).toHaveAttribute('aria-disabled', 'true');
});

test('deleting needs the exact name', async () => {
  const page = await open({ sites: [{ name: 'old' }] });
  await choose(page, /old/, /^Delete/);
  const dialog = await screen.findByRole('dialog', { name: 'Delete Live Environment' });
  expect(within(dialog).getByRole('button', { name: 'Delete Environment' })).toHaveAttribute('aria-disabled', 'true');
  await page.user.type(within(dialog).getByRole('textbox'), page.scenario.sites[0]?.fqdn ?? '');
  await page.user.click(within(dialog).getByRole('button', { name: 'Delete Environment' }));
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(page.address()).toBe('/admin/sites');
});

test('many sites are moved to another customer; one that is being changed is named with the reason', async () => {
  const other = `other-${Date.now()}@people.example`;
  const page = await open({
    sites: [{ name: 'shop-a' }, { name: 'shop-b', busy: true }, { name: 'garden', owner: other }],
  });
  const { user } = page;
  await row(/shop-a/);
  await user.type(screen.getByRole('searchbox', { name: 'Search by address or customer' }), 'shop');
  await waitFor(() => expect(screen.queryByRole('row', { name: /garden/ })).not.toBeInTheDocument());
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Move to a customer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move to a customer: 2 sites' });
  expect(within(dialog).getByRole('button', { name: 'Move' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(await within(dialog).findByRole('combobox', { name: /Customer/ }), 'other');
  await user.click(await screen.findByText(other, { selector: '.ant-select-item-option-content' }));
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  const card = within(await screen.findByRole('region', { name: `Move to a customer (${other}): 2 sites` }));
  expect(await card.findByText(/^This site is being changed/)).toBeVisible();
  expect(await within(await row(/shop-a/)).findByText(other)).toBeVisible();
  expect(page.bridge.calls).toContain('POST /site/bulk');
});

test('staff give many sites a plan, and a license is issued where the customer has none', async () => {
  const { user } = await open({
    sites: [{ name: 'shop' }, { name: 'garden', owner: `o-${Date.now()}@people.example` }],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Change plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change plan: 2 sites' }));
  expect(dialog.getByRole('button', { name: 'Change plan' })).toHaveAttribute('aria-disabled', 'true');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'License' }), 'Site Pro (PRO)');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Issue licenses' }), '1 year');
  await user.click(dialog.getByRole('checkbox', { name: /^Renew it automatically/ }));
  await user.click(dialog.getByRole('button', { name: 'Change plan' }));
  const card = await screen.findByRole('region', { name: 'Change plan (Site Pro): 2 sites' });
  await waitFor(() => expect(within(card).getAllByText('Changed')).toHaveLength(3));
  const { pageElements } = await api.license.partnerList({});
  expect(pageElements.map(({ product_identifier: product, autoRenewal }) => [product, autoRenewal])).toEqual([
    ['site_pro', true],
    ['site_pro', true],
  ]);
});
