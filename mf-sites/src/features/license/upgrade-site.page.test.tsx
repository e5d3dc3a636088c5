import { screen, waitFor, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const panel = async () => within(await screen.findByRole('dialog', { name: 'Upgrade Your Site' }));
const STATIC = 'site_builder';

test('without sites and without licences, both steps say so and whom to contact', async () => {
  const none = await openPage({ path: '/sites?panel=license' });
  const empty = await panel();
  expect(await empty.findByText('There are no sites to upgrade.')).toBeVisible();
  expect(empty.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  expect(empty.getByRole('link', { name: none.scenario.partner.supportEmail })).toHaveAttribute(
    'href',
    `mailto:${none.scenario.partner.supportEmail}`,
  );
  none.unmount();

  const { user } = await openPage({ path: '/sites?panel=license', sites: [{ name: 'bakery' }] });
  const choose = await panel();
  await user.click(await choose.findByRole('radio', { name: /^bakery\./ }));
  await user.click(choose.getByRole('button', { name: 'Next' }));
  const last = await panel();
  expect(await last.findByText('There are no licenses to assign.')).toBeVisible();
  expect(
    await last.findByText('Please contact with your account admin to set upgrade link for this plan!'),
  ).toBeVisible();
  expect(last.getByRole('button', { name: 'Upgrade' })).toHaveAttribute('aria-disabled', 'true');
});

test('a site is found, gets a licence, and the page after it shows what the site has now', async () => {
  const { user, address, scenario } = await openPage({
    path: '/sites?panel=license',
    sites: [
      { name: 'bakery', type: STATIC },
      { name: 'florist', type: STATIC },
      { name: 'unfinished', status: 'failed' },
    ],
    licenses: [{ product: 'site_pro' }, { product: 'site_basic', endsInDays: -1 }],
  });
  const first = await panel();
  await first.findByRole('radio', { name: /^bakery\./ });
  expect(first.queryByRole('radio', { name: /^unfinished\./ })).not.toBeInTheDocument();
  await user.type(first.getByRole('searchbox', { name: 'Search sites' }), 'flor');
  await waitFor(() => expect(first.queryByRole('radio', { name: /^bakery\./ })).not.toBeInTheDocument());
  await user.click(first.getByRole('button', { name: 'Clear search' }));
  await user.click(await first.findByRole('radio', { name: /^bakery\./ }));
  await user.click(first.getByRole('button', { name: 'Next' }));

  const second = await panel();
  expect(await second.findByText('Please select a license to upgrade your site.')).toBeVisible();
  expect(second.getAllByRole('radio')).toHaveLength(1);
  expect(second.getByRole('button', { name: 'Upgrade' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(second.getByRole('button', { name: 'Back' }));
  const again = await panel();
  expect(await again.findByRole('radio', { name: /^bakery\./ })).not.toBeChecked();
  await user.click(again.getByRole('radio', { name: /^bakery\./ }));
  await user.click(again.getByRole('button', { name: 'Next' }));
  const last = await panel();
  await user.click(await last.findByRole('radio', { name: /^License: PRO - Expires At: \w{3} \d\d, \d{4}/ }));
  await user.click(last.getByRole('button', { name: 'Upgrade' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Your site is upgraded' })).toBeVisible();
  const [site] = scenario.sites;
  expect(address()).toBe(`/sites/finish?selectedSite=Site+Pro&site=${site?.site_id}`);
  const facts = within(await screen.findByRole('region', { name: site?.fqdn }));
  expect(facts.getByText('PRO')).toBeVisible();
  expect(facts.getByText('Site Pro')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Manage site' })).toHaveAttribute(
    'href',
    `/manage-site/overview/${site?.site_id}`,
  );
});

test('an address that names a licence proves nothing: the page shows what the site has', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const id = mine.sites[0]?.site_id;
  const { unmount } = await openPage({ path: `/sites/finish?selectedSite=Site+Premium&site=${id}`, as: mine });
  expect(await screen.findByText('This license is not in use')).toBeVisible();
  expect(screen.queryByText('Site Premium')).not.toBeInTheDocument();
  unmount();
  const { address } = await openPage({ path: '/sites/finish?selectedSite=Site+Premium', as: mine });
  await screen.findByRole('heading', { level: 1, name: 'My Sites' });
  expect(address()).toBe('/sites');
});

test('where the plan has no room, the card leads to the panel', async () => {
  const { user } = await openPage({ path: '/sites', siteCount: 20 });
  const card = within(await screen.findByRole('region', { name: /^There is not enough licences/ }));
  expect(card.getByText('FREE plan')).toBeVisible();
  expect(card.getByText('WordPress')).toBeVisible();
  await user.click(card.getByRole('link', { name: 'Upgrade Now' }));
  expect(await (await panel()).findByRole('radio', { name: /^site-1\./ })).toBeVisible();
});

test('the upgrade card is for a special partner’s sites without a licence', async () => {
  const mine = await makeScenario({
    sites: [{ name: 'bakery' }, { name: 'florist' }],
    licenses: [{ site: 1 }],
  });
  const [bakery, florist] = mine.sites;
  const path = (id: string | undefined) => `/manage-site/overview/${id}`;
  const { user, unmount } = await openPage({ path: path(bakery?.site_id), as: mine });
  const card = within(await screen.findByRole('region', { name: 'Upgrade Your Site' }));
  expect(card.getByText('FREE plan')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Upgrade' }));
  const opened = await panel();
  expect(await opened.findByText('There are no licenses to assign.')).toBeVisible();
  expect(opened.getByText(bakery?.fqdn ?? '')).toBeVisible();
  unmount();

  await openPage({ path: path(florist?.site_id), as: mine });
  await screen.findByRole('region', { name: 'Limits' });
  expect(screen.queryByRole('region', { name: 'Upgrade Your Site' })).not.toBeInTheDocument();
});

test('a site whose licence has ended shows a notice with the limits that it has now', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }], licenses: [{ site: 0, endsInDays: -2 }] });
  await openPage({ path: `/manage-site/overview/${mine.sites[0]?.site_id}`, as: mine });
  expect(await screen.findByText('The license of this site is no longer valid')).toBeVisible();
  expect(
    screen.getByText(/^Site Basic ended on .* the limits of the FREE plan\. Nothing was deleted\.$/),
  ).toBeVisible();
});
