import { screen, within } from '@testing-library/react';
import { api } from '@panel/core';
import { hostSite } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

test('a change is previewed, started, and shown by site', async () => {
  const { user, address, scenario } = await openPage({
    path: '/fleet',
    sites: [{ name: 'broken', status: 'failed' }],
  });
  const bakery = await hostSite(scenario, 'bakery');
  const florist = await hostSite(scenario, 'florist');
  expect(await screen.findByRole('heading', { name: 'No changes in the last month' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'New change' }));
  await user.click(await screen.findByRole('radio', { name: 'Cache rules' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Default cache time' }), '1 Day');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const changed = within(await screen.findByRole('region', { name: 'Sites that change (2)' }));
  expect(changed.getByRole('checkbox', { name: new RegExp(bakery.fqdn) })).toBeChecked();
  const left = within(screen.getByRole('region', { name: 'Left out (1)' }));
  expect(left.getByText('The site is not ready. Only a ready site can be changed.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'First site' }), florist.fqdn);
  await user.click(screen.getByRole('button', { name: 'Change 2 sites' }));
  expect(await screen.findByText('Changed on 2 sites.')).toBeVisible();
  expect(address()).toMatch(/^\/fleet\/plan\?id=/);
  expect(within(screen.getByRole('region', { name: 'First site' })).getByText(florist.fqdn)).toBeVisible();
  expect(await api.cdn.get({ id: bakery.siteId })).toMatchObject({ default_cache_time: 86_400 });
  await user.click(screen.getByRole('link', { name: 'All changes' }));
  expect(await screen.findByText('Done')).toBeVisible();
});

test('staff change the sites of several customers; another choice needs another preview', async () => {
  const other = `other-${Date.now()}@people.example`;
  const { user } = await openPage({
    path: '/admin/fleet/new',
    role: 'admin',
    sites: [{ name: 'shop' }, { name: 'garden', owner: other }, { name: 'docs', type: 'site_builder' }],
  });
  expect(await screen.findByRole('button', { name: 'Preview' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('radio', { name: 'Cache rules' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search by address or customer' }), 'other');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const changed = within(await screen.findByRole('region', { name: 'Sites that change (1)' }));
  expect(changed.getByRole('checkbox', { name: /^garden/ })).toHaveAccessibleDescription(other);
  await user.click(changed.getByRole('checkbox', { name: /^garden/ }));
  expect(screen.getByRole('button', { name: 'Change 0 sites' })).toHaveAttribute('aria-disabled', 'true');

  await user.clear(screen.getByRole('searchbox', { name: 'Search by address or customer' }));
  expect(screen.queryByRole('region', { name: /^Sites that change/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'PHP version' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'PHP version' }), '8.5');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const left = within(await screen.findByRole('region', { name: /^Left out/ }));
  expect(left.getByText('This site does not run PHP.')).toBeVisible();
});

test('a plan that halted waits for a decision', async () => {
  const { user, scenario } = await openPage({ path: '/fleet/new' });
  const broken = await hostSite(scenario, 'fail-once-upgrade-bakery');
  const florist = await hostSite(scenario, 'florist');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'PHP version' }), '8.5');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'First site' }), broken.fqdn);
  await user.click(screen.getByRole('button', { name: 'Change 2 sites' }));
  expect(await screen.findByText('Paused: the change failed on a site')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Wave 2' })).getByText(florist.fqdn)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Changed on 2 sites.')).toBeVisible();
});
