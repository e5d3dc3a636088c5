import { screen, waitFor, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { hostedSite, openPage } from '../../testing/open.ts';

const TASK_MS = 30_000;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const heading = (name: string | RegExp) => screen.findByRole('heading', { name });
type Opened = Awaited<ReturnType<typeof openPage>>;

async function choose({ user }: Pick<Opened, 'user'>, blueprint: string, action: string) {
  await user.click(await button(`Actions for ${blueprint}`));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}

test(
  'a blueprint is made of a site with a choice about its content, and a new site starts from it',
  async () => {
    const { scenario, siteId } = await hostedSite();
    const page = await openPage({ path: `/manage-site/blueprints/${siteId}`, as: scenario });
    expect(await heading('No blueprints yet')).toBeVisible();
    await page.user.click((await screen.findAllByRole('button', { name: 'Save as blueprint' }))[0] as HTMLElement);
    const panel = within(await dialog('Save as blueprint'));
    const name = panel.getByRole('textbox', { name: /Name/ });
    await page.user.clear(name);
    await page.user.type(name, 'Shop model');
    expect(panel.getByText(/Users, comments, drafts, orders/)).toBeVisible();
    await page.user.click(panel.getByRole('checkbox', { name: /Include the content/ }));
    await page.user.click(panel.getByRole('button', { name: 'Save blueprint' }));
    const table = await screen.findByRole('table', { name: 'Blueprints of this site' });
    await waitFor(() => expect(within(table).getByText('Done')).toBeVisible(), { timeout: TASK_MS });
    expect(within(table).getByText('Design, settings and content')).toBeVisible();

    await choose(page, 'Shop model', 'Create a site');
    expect(await heading('Create a WordPress site')).toBeVisible();
    expect(screen.getByRole('radio', { name: /A blueprint/ })).toBeChecked();
    const select = await screen.findByRole('combobox', { name: 'Blueprint' });
    expect(select).toHaveDisplayValue('Shop model (design, settings and content)');
    await page.user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'second');
    await page.user.type(screen.getByRole('textbox', { name: /Site title/ }), 'Second');
    await page.user.type(screen.getByLabelText(/^Password/), 'a-good-password-1');
    await page.user.click(await button('Continue'));
    expect(await heading('Select a plan')).toBeVisible();
    await page.user.click(await button('Continue'));
    expect(await heading('Finalize and confirm')).toBeVisible();
    expect(screen.getAllByText('Shop model')).toHaveLength(2);
    await page.user.click(await button('Create site'));
    expect(await screen.findByText('Applying the blueprint “Shop model”')).toBeVisible();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your site is ready' }, { timeout: TASK_MS }),
    ).toBeVisible();
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('selectedBlueprint'));
  },
  3 * TASK_MS,
);

test('the list has the account’s own and those of the provider, which only the provider can change', async () => {
  const page = await openPage({ path: '/blueprints', blueprints: 2, offeredBlueprints: 1 });
  expect(await screen.findByText('From your provider')).toBeVisible();
  expect(screen.getAllByText(/^Made from model\./)).toHaveLength(2);
  await page.user.click(await button('Actions for Starter'));
  expect(await screen.findByRole('menuitem', { name: /^Rename/ })).toHaveTextContent('Your provider offers this');
  expect(screen.getByRole('menuitem', { name: /^Delete/ })).toHaveTextContent('Your provider offers this');
  expect(screen.getByRole('menuitem', { name: /^Create a site/ })).not.toHaveAttribute('aria-disabled', 'true');
});

test('a blueprint is found, renamed in its panel, and deleted once its name was typed', async () => {
  const page = await openPage({ path: '/blueprints', blueprints: 2 });
  await choose(page, 'Blueprint 1', 'Rename');
  const panel = within(await dialog('Rename blueprint'));
  const field = panel.getByRole('textbox', { name: /Name/ });
  await page.user.clear(field);
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText('Enter a name.')).toBeVisible();
  await page.user.type(field, 'Landing page');
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Landing page')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await page.user.type(screen.getByRole('searchbox', { name: 'Search blueprints' }), 'nothing');
  await page.user.click(await button('Clear filters'));
  await choose(page, 'Blueprint 2', 'Delete');
  const asked = within(await dialog('Delete blueprint'));
  expect(asked.getByText('Sites that were created from it')).toBeVisible();
  await page.user.type(asked.getByRole('textbox'), 'Blueprint 2');
  await page.user.click(asked.getByRole('button', { name: 'Delete blueprint' }));
  await waitFor(() => expect(screen.queryByText('Blueprint 2')).not.toBeInTheDocument());
  expect(screen.getByText('Landing page')).toBeVisible();
});

test('without blueprints, the page and the wizard say how to make one', async () => {
  const page = await openPage({ path: '/blueprints' });
  expect(await heading('No blueprints yet')).toBeVisible();
  await page.router.navigate('/create-site-with-wordpress');
  await page.user.click(await screen.findByRole('radio', { name: /A blueprint/ }));
  expect(await screen.findByText(/You have no blueprints yet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Make one' })).toHaveAttribute('href', '/blueprints');
});

test('of a site that is not ready, or has no WordPress, no blueprint is made', async () => {
  const mine = await makeScenario({
    sites: [
      { name: 'bakery', status: 'failed' },
      { name: 'pages', type: 'site_builder' },
    ],
  });
  const [failed, statics] = mine.sites;
  const { unmount } = await openPage({ path: `/manage-site/blueprints/${failed?.site_id}`, as: mine });
  for (const one of await screen.findAllByRole('button', { name: 'Save as blueprint' }))
    expect(one).toHaveAttribute('aria-disabled', 'true');
  unmount();
  await openPage({ path: `/manage-site/blueprints/${statics?.site_id}`, as: mine });
  expect(await heading('No blueprints of this site')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save as blueprint' })).not.toBeInTheDocument();
});

test("another customer's site is not found; without an id the list of sites is shown", async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret' }] });
  const { unmount } = await openPage({ path: `/manage-site/blueprints/${theirs.sites[0]?.site_id}` });
  expect(await heading('Not found')).toBeVisible();
  unmount();
  const { address } = await openPage({ path: '/manage-site/blueprints' });
  expect(await heading('No sites yet')).toBeVisible();
  expect(address()).toBe('/sites');
});
