import { screen, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

async function openSettings(site: Parameters<typeof makeScenario>[0] = { sites: [{ name: 'bakery' }] }) {
  const mine = await makeScenario(site);
  return openPage({ path: `/manage-site/settings/${mine.sites[0]?.site_id}`, as: mine });
}
const region = (name: string) => screen.findByRole('region', { name });

test('another customer’s site is not found', async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret' }] });
  await openPage({ path: `/manage-site/settings/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('PHP settings offer what the plan allows, and are saved once something has changed', async () => {
  const { user } = await openSettings();
  const card = within(await region('PHP settings'));
  const memory = card.getByRole('combobox', { name: /^Memory limit/ });
  expect(memory).toHaveValue('256');
  expect(
    within(memory)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['64 MB', '128 MB', '256 MB', '512 MB']);
  expect(card.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await user.selectOptions(memory, '512 MB');
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('region', { name: 'Changing the PHP settings' })).toBeVisible();
});

test('the PHP version changes after its missing extensions were named and a backup was offered', async () => {
  const { user, bridge } = await openSettings({ sites: [{ name: 'bakery', phpVersion: '8.4.25' }] });
  const card = within(await region('PHP version'));
  const change = card.getByRole('button', { name: 'Change version' });
  expect(change).toHaveAttribute('aria-disabled', 'true');
  const select = card.getByRole('combobox', { name: /^PHP version/ });
  expect(select).toHaveDisplayValue('8.4.25');
  await user.selectOptions(select, '8.5.9');
  await user.click(change);
  const dialog = within(await screen.findByRole('dialog', { name: 'Change to PHP 8.5.9' }));
  expect(dialog.getByText(/^imagick, redis\. Plugins and themes that need them will stop working\.$/)).toBeVisible();
  expect(dialog.getByText(/it gets its previous version and content back/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Back up and change' }));
  expect(await screen.findByRole('region', { name: 'Changing the PHP version' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(bridge.calls).toContain('PUT /site/upgrade/php');
});

test('a site is deleted from its settings', async () => {
  const { user } = await openSettings();
  await user.click(within(await region('Delete Site')).getByRole('button', { name: 'Delete Site' }));
  expect(await screen.findByRole('dialog', { name: 'Delete Live Environment' })).toBeVisible();
});

test('a site without WordPress has neither PHP settings nor tools', async () => {
  await openSettings({ sites: [{ name: 'pages', type: 'github' }] });
  expect(await region('Password protection')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'PHP settings' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Tools' })).not.toBeInTheDocument();
});

test('protection makes visitors sign in, and can be removed', async () => {
  const { user, holds } = await openSettings();
  await user.click(
    within(await region('Password protection')).getByRole('button', { name: 'Protect with a password' }),
  );
  const panel = await screen.findByRole('dialog', { name: 'Password protection' });
  await user.type(within(panel).getByRole('textbox', { name: /User name/ }), 'guest');
  expect(holds()).toBe(true);
  await user.type(within(panel).getByLabelText(/^Password/), 'short');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await within(panel).findByText('Password should be at least 8 characters.')).toBeVisible();
  await user.type(within(panel).getByLabelText(/^Password/), '-and-longer');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('guest')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove protection' }));
  expect(await screen.findByText('Anyone can visit this site.')).toBeVisible();
});
