import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

/** Domains are unique on the server, and other files of this process have theirs. */
const domain = (name: string) => `${name}-custom-${process.pid}.example`;
const NOT_SPECIAL = { special: false };
const bring = (id: string | undefined) => `/manage-site/upgrade/bring-your-own-domain/${id}`;
const transfer = (id: string | undefined) => `/manage-site/domain-transfer/${id}`;
const verify = () => screen.findByRole('button', { name: 'Verify' });
const input = () => screen.findByRole('textbox', { name: /^Domain/ });

test('a customer with a licence verifies a domain, adds it, and sees what is left to do', async () => {
  const mine = await makeScenario({
    partner: NOT_SPECIAL,
    sites: [{ name: 'bakery', type: 'site_builder' }],
    licenses: [{ product: 'site_basic' }],
  });
  const [site] = mine.sites;
  const { user, address, bridge } = await openPage({ path: bring(site?.site_id), as: mine });
  expect(await input()).toHaveAttribute('placeholder', mine.partner.domain);
  expect(await verify()).toHaveAttribute('aria-disabled', 'true');
  await user.type(await input(), 'not a domain');
  expect(await screen.findByText('Domain name is not valid.')).toBeVisible();
  expect(await verify()).toHaveAttribute('aria-disabled', 'true');
  await user.clear(await input());
  await user.type(await input(), domain('fresh'));
  await user.click(await verify());
  expect(await screen.findByRole('button', { name: 'Try Another Domain' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible();
  expect(address()).toBe(`/manage-site/upgrade/finish/${site?.site_id}`);
  expect(screen.getByText(/can take up to 24 hours\. SSL is provisioned automatically\./)).toBeVisible();
  const { nameservers } = await api.domain.bySite({ id: site?.site_id ?? '' });
  expect(nameservers).toEqual([
    expect.stringMatching(/^ns-a-\d\d\.dns\.scenario\.example$/),
    expect.stringMatching(/^ns-b-\d\d\.dns\.scenario\.example$/),
  ]);
  for (const host of nameservers) expect(screen.getByText(host)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check Propagation' }));
  expect(await screen.findByText('Not propagated yet')).toBeVisible();
  expect(bridge.calls).toContain(`GET /dns/dig_result/${domain('fresh')}`);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('heading', { level: 1, name: 'My Sites' });
  expect(address()).toBe('/sites');
});

test('a domain that is used, or that nobody can have, stays on the first step with the reason', async () => {
  await makeScenario({
    sites: [{ name: 'other', domain: domain('used'), claim: { domain: domain('used'), state: 'connected' } }],
  });
  const { user, scenario } = await openPage({
    path: '/sites',
    sites: [{ name: 'bakery' }],
    licenses: [{ product: 'site_basic' }],
  }).then(async ({ scenario: as, unmount }) => {
    unmount();
    return openPage({ path: bring(as.sites[0]?.site_id), as });
  });
  for (const [typed, said] of [
    [`www.${domain('used')}`, 'This domain has already used, please enter another domain name!'],
    ['co.uk', 'Others register their domains below this one. Enter a domain of your own.'],
    [`shop.${scenario.partner.sitesDomain}`, 'This domain belongs to the control panel. Choose another one.'],
  ] as const) {
    await user.clear(await input());
    await user.type(await input(), typed);
    await user.click(await verify());
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upgrade' })).not.toBeInTheDocument();
  }
});

test('a domain in another script shows how resolvers know it', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }], licenses: [{}] });
  const { user } = await openPage({ path: bring(mine.sites[0]?.site_id), as: mine });
  await user.type(await input(), 'bäckerei.example');
  expect(await screen.findByText('Stored in DNS as xn--bckerei-5wa.example.')).toBeVisible();
});

test('without a licence that has a site left, a customer sees the upgrade card instead', async () => {
  const mine = await makeScenario({
    partner: NOT_SPECIAL,
    sites: [{ name: 'bakery' }, { name: 'florist' }],
    licenses: [{ site: 1 }],
  });
  const id = mine.sites[0]?.site_id;
  const { unmount } = await openPage({ path: bring(id), as: mine });
  expect(await screen.findByRole('region', { name: 'Upgrade to Premium' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  unmount();
  const { user } = await openPage({ path: `/manage-site/overview/${id}`, as: mine });
  await user.click(await screen.findByRole('button', { name: 'Add a Custom Domain' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add a Custom Domain' }));
  expect(panel.getByRole('region', { name: 'Upgrade to Premium' })).toBeVisible();
});

test('the account of a special partner without a licence goes on to plan and payment, which says what is missing', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const id = mine.sites[0]?.site_id;
  const { user, address } = await openPage({ path: `/manage-site/overview/${id}?panel=domain`, as: mine });
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a Custom Domain' }));
  await user.type(await dialog.findByRole('textbox', { name: /^Domain/ }), domain('special'));
  await user.click(dialog.getByRole('button', { name: 'Verify' }));
  expect(await dialog.findByText('Domain is available')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  expect(await dialog.findByRole('textbox', { name: /^Domain/ })).toHaveValue(domain('special'));
  await user.click(dialog.getByRole('button', { name: 'Verify' }));
  await user.click(await dialog.findByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Pick a plan' })).toBeVisible();
  expect(await screen.findByText('You have no license that has a site left.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The payment operation can not start, please try again later!')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Upgrade' })).not.toBeInTheDocument();
  expect(address()).toBe(`/manage-site/upgrade/payment/${id}?domain=${domain('special')}`);
});

test('a license is bought on the way to a domain: the checkout knows the site and the domain', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery', type: 'site_builder' }], sells: true });
  const id = mine.sites[0]?.site_id;
  const { user, address } = await openPage({
    path: `/manage-site/upgrade/pick-a-plan/${id}?domain=${domain('bought')}`,
    as: mine,
  });
  expect(await screen.findByText('You have no license that has a site left.')).toBeVisible();
  await screen.findByRole('radio', { name: /^Site Pro/ });
  expect(screen.getByText('$132.00')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(screen.getByText('$20.00')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /^Site Pro/ }));
  await user.click(screen.getByRole('button', { name: 'Go to checkout' }));
  expect(await screen.findByText('Left to another page')).toBeVisible();
  expect(address()).toBe(
    `/upgrade-your-package/finalize-and-confirm?product=site_pro&interval=month&quantity=1&site=${id}&domain=${domain('bought')}`,
  );
});

test('a licence carries the payment', async () => {
  const mine = await makeScenario({
    sites: [{ name: 'bakery', type: 'site_builder' }],
    licenses: [{ product: 'site_pro' }],
  });
  const id = mine.sites[0]?.site_id;
  const { user } = await openPage({
    path: `/manage-site/upgrade/pick-a-plan/${id}?domain=${domain('paid')}`,
    as: mine,
  });
  await user.click(await screen.findByRole('radio', { name: /^License: PRO/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Nothing: your license includes it.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible();
});

test('a claim shows both proofs and what the last check saw, and can be given up', async () => {
  const mine = await makeScenario({
    sites: [{ name: 'bakery', claim: { domain: domain('waits') } }],
    licenses: [{ site: 0 }],
  });
  const id = mine.sites[0]?.site_id;
  const { user } = await openPage({ path: `/manage-site/overview/${id}`, as: mine });
  const card = within(await screen.findByRole('region', { name: 'Domain' }));
  expect(card.getByText('Not verified')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a Custom Domain' })).not.toBeInTheDocument();
  await user.click(card.getByRole('link', { name: 'Manage domain' }));
  const proof = within(await screen.findByRole('region', { name: 'Show that the domain is yours' }));
  expect(proof.getByText(`_domain-verify.${domain('waits')}`)).toBeVisible();
  expect(proof.getByText(/^domain-verify=[0-9a-f]{40}$/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Point the domain here' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Connect now' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove domain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this domain' }));
  await user.click(dialog.getByRole('button', { name: 'Remove domain' }));
  expect(await screen.findByRole('heading', { name: 'This site has no domain of its own' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add a Custom Domain' })).toHaveAttribute('href', bring(id));
});

test('a check that no resolver answers says so', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery', claim: { domain: domain('silent') } }] });
  const { user } = await openPage({ path: transfer(mine.sites[0]?.site_id), as: mine });
  // The server asks once in a few seconds.
  await waitFor(async () => {
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(screen.getByText('No resolver answered.')).toBeVisible();
  });
});

test('a verified domain can be connected by hand, and a connected one is removed after its name is typed', async () => {
  const mine = await makeScenario({
    sites: [
      { name: 'bakery', claim: { domain: domain('proven'), state: 'proven' } },
      { name: 'florist', domain: domain('there'), claim: { domain: domain('there'), state: 'connected' } },
    ],
  });
  const [bakery, florist] = mine.sites;
  const first = await openPage({ path: transfer(bakery?.site_id), as: mine });
  expect(await screen.findByText('Verified by')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Show that the domain is yours' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Connect now' })).not.toHaveAttribute('aria-disabled', 'true');
  first.unmount();
  const { user } = await openPage({ path: transfer(florist?.site_id), as: mine });
  expect(await screen.findByText('Connected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove domain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove domain' }));
  expect(dialog.getByRole('button', { name: 'Remove domain' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(dialog.getByRole('textbox'), domain('there'));
  expect(dialog.getByRole('button', { name: 'Remove domain' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('the steps of a site that has its domain lead to the page of that', async () => {
  const mine = await makeScenario({
    sites: [{ name: 'florist', domain: domain('done'), claim: { domain: domain('done'), state: 'connected' } }],
  });
  const id = mine.sites[0]?.site_id;
  const { address } = await openPage({ path: bring(id), as: mine });
  expect(await screen.findByRole('heading', { level: 1, name: 'Domain' })).toBeVisible();
  expect(address()).toBe(transfer(id));
});

test('another customer’s site is not found', async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret', claim: { domain: domain('secret') } }] });
  await openPage({ path: transfer(theirs.sites[0]?.site_id) });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('the overview frames no site at its own domain, which the policy of the panel forbids', async () => {
  const at = (name: string) => ({ domain: domain(name), claim: { domain: domain(name), state: 'connected' as const } });
  const mine = await makeScenario({
    sites: [
      { name: 'plain', ...at('plain') },
      { name: 'seen', pictured: true, ...at('seen') },
    ],
  });
  const [plain, seen] = mine.sites;
  const first = await openPage({ path: `/manage-site/overview/${plain?.site_id}`, as: mine });
  expect(await screen.findByText(/^No live preview of a site at its own domain/)).toBeVisible();
  first.unmount();
  const { container } = await openPage({ path: `/manage-site/overview/${seen?.site_id}`, as: mine });
  expect(await screen.findByRole('img', { name: `${domain('seen')} as it was last seen` })).toBeVisible();
  expect(container.querySelector('iframe')).toBeNull();
});
