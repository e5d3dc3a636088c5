import { screen, waitFor, within } from '@testing-library/react';
import { makeScenario, type ScenarioInput } from '@panel/ui/testing';
import { api } from '@panel/core';
import { openPage } from '../../testing/open.ts';

const SPECIAL = { partner: { special: true } } as const;

/** A page of the first application of a customer. */
async function open(page: string, input: ScenarioInput = {}) {
  const mine = await makeScenario({ ...SPECIAL, appCount: 2, ...input });
  const first = await openPage({ path: '/apps', as: mine });
  const { pageElements } = await api.app.list({ pageIndex: 0, pageSize: 10, orderBy: 'fqdn', sortOrder: 'asc' });
  const app = pageElements[0];
  if (!app) throw new Error('There is no application.');
  await first.router.navigate(`/manage-app/${page}/${app.id}`);
  return { ...first, app };
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('every page has the header of the application, and switches to the same page of another one', async () => {
  const { user, address, app } = await open('ssl');
  expect(await screen.findByRole('heading', { level: 1, name: 'SSL' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Build & Deploy' })).toHaveAttribute('href', `/manage-app/build/${app.id}`);
  await user.click(screen.getByRole('button', { name: 'Switch application' }));
  await user.click(await screen.findByRole('link', { name: /app-2/ }));
  await waitFor(() => expect(address()).toMatch(/^\/manage-app\/ssl\//));
  expect(address()).not.toContain(app.id);
});

test.each([{}, { partner: { special: true, attributes: { SECTION_SITES: 'false' } } }])(
  'certificate, cache and domain of an application, with %j',
  async (input) => {
    const { user, router, app, bridge } = await open('ssl', input);
    expect((await region('Certificate')).getByText('There is no certificate yet. Request one.')).toBeVisible();

    await router.navigate(`/manage-app/cdn/${app.id}`);
    expect(await screen.findByText('Nobody has visited this application in this period.')).toBeVisible();
    await user.click((await region('Purge cache')).getByRole('button', { name: 'Purge all' }));
    await waitFor(() => expect(bridge.calls).toContain(`POST /cdn/app/${app.id}/purge`));
    const cache = await region('Cache settings');
    await user.selectOptions(cache.getByRole('combobox', { name: /^Default cache time/ }), '1 Day');
    await user.click(cache.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bridge.calls).toContain(`PUT /cdn/app/${app.id}`));

    await router.navigate(`/manage-app/dns/${app.id}`);
    expect(await screen.findByRole('heading', { name: 'This application has no domain of its own' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Add a Custom Domain' }));
    expect(await screen.findByText(/needs an active paid license that has an application left/)).toBeVisible();
  },
);

test('an application is protected with a password', async () => {
  const { user } = await open('manage-site');
  const card = await region('Password protection');
  expect(card.getByText('Anyone can visit this application.')).toBeVisible();
});
