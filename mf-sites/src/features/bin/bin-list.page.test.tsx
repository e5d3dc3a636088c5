import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { hostedSite, openPage } from '../../testing/open.ts';

const TASK_MS = 30_000;
const row = (name: RegExp) => screen.findByRole('row', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
type User = Awaited<ReturnType<typeof openPage>>['user'];

async function choose(user: User, name: RegExp, action: string) {
  await user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

async function confirm(user: User, title: string | RegExp, typed: string, label: string) {
  const asked = within(await dialog(title));
  await user.type(asked.getByRole('textbox'), typed);
  await user.click(asked.getByRole('button', { name: label }));
}

test(
  'a site is deleted, brought back by Undo, deleted again, and restored from the bin',
  async () => {
    const { scenario, siteId, fqdn } = await hostedSite();
    const { user, address } = await openPage({ path: '/sites', as: scenario });
    await choose(user, /bakery/, 'Delete');
    const asked = within(await dialog('Delete Live Environment'));
    expect(asked.getByText(/is destroyed and unrecoverable\. This happens in 7 days\./)).toBeVisible();
    await confirm(user, 'Delete Live Environment', fqdn, 'Delete Environment');
    expect(await screen.findByText(`${fqdn} was deleted. It stays in the bin for 7 days.`)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(within(await row(/bakery/)).getByText(/Processing|Healthy/)).toBeVisible();
    await waitFor(async () => expect((await api.site.byId({ id: siteId })).status).toBe('ready'), { timeout: TASK_MS });

    await choose(user, /bakery/, 'Delete');
    await confirm(user, 'Delete Live Environment', fqdn, 'Delete Environment');
    expect(await screen.findByRole('heading', { name: 'No sites yet' }, { timeout: TASK_MS })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Bin' }));
    expect(address()).toBe('/sites/bin');
    const entry = await row(/bakery/);
    expect(within(entry).getByText('7 days left')).toBeVisible();
    expect(within(entry).getByText(`by ${scenario.user?.email}`)).toBeVisible();
    await choose(user, /bakery/, 'Restore');
    expect(await screen.findByRole('heading', { name: 'The bin is empty' })).toBeVisible();
    await waitFor(async () => expect((await api.site.byId({ id: siteId })).status).toBe('ready'), { timeout: TASK_MS });
  },
  3 * TASK_MS,
);

test('“Delete now” asks for the name, and leaves nothing', async () => {
  const { user, scenario } = await openPage({
    path: '/sites/bin',
    sites: [
      { name: 'bakery', binnedDays: 5 },
      { name: 'florist', binnedDays: 1 },
    ],
  });
  expect(within(await row(/bakery/)).getByText('2 days left')).toBeVisible();
  await choose(user, /bakery/, 'Delete now');
  const asked = within(await dialog('Delete site for good'));
  expect(asked.getByRole('button', { name: 'Delete now' })).toHaveAttribute('aria-disabled', 'true');
  await confirm(user, 'Delete site for good', scenario.sites[0]?.fqdn ?? '', 'Delete now');
  await waitFor(() => expect(screen.queryByRole('row', { name: /bakery/ })).not.toBeInTheDocument(), {
    timeout: TASK_MS,
  });
  expect(await row(/florist/)).toBeVisible();
  expect(await api.site.checkFqdn({ fqdn: scenario.sites[0]?.fqdn ?? '' })).toMatchObject({ used: false });
});

test('several are deleted for good after one confirmation; the search is in the address', async () => {
  const { user, address } = await openPage({
    path: '/sites/bin',
    sites: ['apple-1', 'apple-2', 'pear'].map((name) => ({ name, binnedDays: 2 })),
  });
  await row(/pear/);
  await user.type(screen.getByRole('searchbox', { name: 'Search the bin' }), 'apple');
  await waitFor(() => expect(screen.queryByRole('row', { name: /pear/ })).not.toBeInTheDocument());
  expect(address()).toBe('/sites/bin?q=apple');
  for (const name of [/apple-1/, /apple-2/]) await user.click(within(await row(name)).getByRole('checkbox'));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Delete now' }));
  await confirm(user, 'Delete 2 sites for good', '2 sites', 'Delete now');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }, { timeout: TASK_MS }));
  expect(await row(/pear/)).toBeVisible();
});

test('without room in the plan nothing is restored, and the reason is shown', async () => {
  const { user } = await openPage({ path: '/sites/bin', siteCount: 20, sites: [{ name: 'bakery', binnedDays: 0 }] });
  await choose(user, /bakery/, 'Restore');
  expect(await screen.findByText(/You’ve used all 20 sites of your FREE plan/)).toBeVisible();
  expect(await row(/bakery/)).toBeVisible();
});

test('another customer’s deleted sites are not listed', async () => {
  await openPage({ path: '/sites/bin', sites: [{ name: 'secret', binnedDays: 1, owner: 'other@example.com' }] });
  expect(await screen.findByRole('heading', { name: 'The bin is empty' })).toBeVisible();
});
