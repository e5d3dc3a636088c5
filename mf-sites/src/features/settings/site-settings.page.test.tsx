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
