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

test('a domain of an application goes through the same stages as that of a site', async () => {
  const { user, address, router, app } = await open('manage-site', {
    licenses: [{ product: 'app_fullstack' }],
    appsDown: 0,
  });
  await user.click(await screen.findByRole('link', { name: 'Add a Custom Domain' }));
  const name = `app-of-stages-${process.pid}.example`;
  await user.type(await screen.findByRole('textbox', { name: /^Domain/ }), `https://www.${name}/start`);
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible();
  expect(address()).toBe(`/manage-app/upgrade/finish/${app.id}`);
  await router.navigate(`/manage-app/manage-site/${app.id}`);
  const stages = within(await screen.findByRole('list', { name: 'Stages' }));
  const [at] = stages.getAllByRole('listitem', { current: 'step' });
  expect(within(at as HTMLElement).getByRole('heading', { name: '3. Verify and point' })).toBeVisible();
  expect(stages.getByText(`www.${name}`)).toBeVisible();
});

test('an application is protected with a password, and opened again', async () => {
  const mine = await openPage({ path: '/new-app' });
  const { user, router } = mine;
  await user.type(await screen.findByRole('textbox', { name: /App Domain Name/ }), 'secret');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, { timeout: 20_000 });
  const id = new URLSearchParams(router.state.location.search).get('app') ?? '';
  await router.navigate(`/manage-app/manage-site/${id}`);
  const card = await region('Password protection');
  expect(card.getByText('Anyone can visit this application.')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Protect with a password' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Password protection' }));
  await user.type(panel.getByRole('textbox', { name: /^User name/ }), 'ada');
  await user.type(panel.getByLabelText(/^Password/), 'Correct1Horse');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await card.findByText(/Visitors are asked for a password/)).toHaveTextContent('The user name is ada.');
  await user.click(card.getByRole('button', { name: 'Remove protection' }));
  expect(await card.findByText('Anyone can visit this application.')).toBeVisible();
});

test('a commit is deployed from the page of deployments, and a wrong one is refused first', async () => {
  const { user, router } = await openPage({ path: '/new-app/repository-settings' });
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), 'https://git.example.com/team/app.git');
  await user.type(screen.getByRole('textbox', { name: /App Domain Name/ }), 'commits');
  await user.click(screen.getByRole('button', { name: 'Import and build' }));
  await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, { timeout: 20_000 });
  const id = new URLSearchParams(router.state.location.search).get('app') ?? '';
  await router.navigate(`/manage-app/deploy/${id}`);
  const form = await region('One commit');
  const field = form.getByRole('textbox', { name: /^Commit/ });
  await user.type(field, 'main');
  await user.click(form.getByRole('button', { name: 'Deploy this commit' }));
  expect(await form.findByText('Enter a commit: 7 to 40 of its hexadecimal digits.')).toBeVisible();
  const built = await region('Built commits');
  await user.click((await built.findAllByRole('button', { name: /^Deploy [0-9a-f]{7}/ }))[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'Build 2' }, { timeout: 20_000 })).toBeVisible();
});
