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
/** A stage of the list, by its title. */
const stage = (title: string) =>
  screen.getByRole('heading', { level: 2, name: new RegExp(`^\\d\\. ${title}$`) }).closest('li') as HTMLElement;
const findStage = async (title: string) => {
  await screen.findByRole('list', { name: 'Stages' });
  return stage(title);
};
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
  const hosts = within(screen.getByRole('region', { name: 'Use our name servers' }));
  for (const host of nameservers) expect(hosts.getByText(host)).toBeVisible();
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
    [
      'co.uk',
      'co.uk is not a name that one can own: names are registered below it. Enter one of yours, such as yourname.co.uk.',
    ],
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
  await user.click(await verify());
  expect(await within(await findStage('Name')).findByText('bäckerei.example')).toBeVisible();
  expect(within(stage('Name')).getByText('Stored in DNS as xn--bckerei-5wa.example.')).toBeVisible();
});

test('an address that was pasted is reduced to its domain, and a license is chosen before it is spent', async () => {
  const mine = await makeScenario({
    partner: NOT_SPECIAL,
    sites: [{ name: 'bakery' }],
    licenses: [{ product: 'site_basic' }, { product: 'site_pro' }],
  });
  const { user, address } = await openPage({ path: bring(mine.sites[0]?.site_id), as: mine });
  expect(await screen.findByRole('list', { name: 'Stages' })).toBeVisible();
  expect(within(stage('Name')).getByText('Now')).toBeVisible();
  expect(within(stage('Certificate')).getByText('Later')).toBeVisible();
  await user.type(await input(), `https://ada@${domain('pasted')}:8080/shop?a=b#c`);
  expect(await screen.findByText(`The domain of this address: ${domain('pasted')}`)).toBeVisible();
  await user.click(await verify());
  const license = within(await screen.findByRole('group', { name: 'Select a License' }));
  expect(within(stage('Name')).getByText('Done')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upgrade' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(license.getByRole('radio', { name: /^License: PRO/ }));
  expect(license.getAllByText(/From your provider\. Nothing to pay\./)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible();
  expect(address()).toContain('/upgrade/finish/');
  expect(within(stage('License')).getByText(/^Site Pro, until /)).toBeVisible();
  expect(stage('Verify and point')).toHaveAttribute('aria-current', 'step');
});

test('a domain opens at its stage on any visit, with the provider that was chosen and the evidence of each check', async () => {
  const mine = await makeScenario({
    sites: [{ name: 'bakery', claim: { domain: domain('resumed') } }],
    licenses: [{ site: 0 }],
  });
  const id = mine.sites[0]?.site_id;
  const first = await openPage({ path: bring(id), as: mine });
  expect(await screen.findByRole('heading', { level: 2, name: '3. Verify and point' })).toBeVisible();
  await first.user.selectOptions(screen.getByRole('combobox', { name: /^Your DNS provider/ }), 'GoDaddy');
  expect(screen.getByText('Choose “DNS”, then “Nameservers”, then “Change Nameservers”.')).toBeVisible();
  await first.user.click(screen.getByRole('radio', { name: 'Records' }));
  expect(screen.getByText('Choose “DNS”, then “DNS Records”, then “Add New Record”.')).toBeVisible();
  const reloaded = first.address();
  first.unmount();

  const { user } = await openPage({ path: reloaded, as: mine });
  expect(await screen.findByRole('combobox', { name: /^Your DNS provider/ })).toHaveValue('godaddy');
  expect(screen.getByRole('link', { name: /^Open GoDaddy/ })).toHaveAttribute(
    'href',
    expect.stringContaining('godaddy'),
  );
  expect(screen.getByRole('button', { name: 'Copy the value' })).toBeVisible();
  expect(await screen.findByText('0 of 4 found')).toHaveAttribute('role', 'status');
  const asked = screen.getByText('What we asked: TXT record');
  await user.click(asked);
  const details = within(asked.closest('details') as HTMLElement);
  expect(details.getByText(`127.0.0.1:1 was asked for TXT of _domain-verify.${domain('resumed')}`)).toBeVisible();
  expect(details.getByText('It could not be reached.')).toBeVisible();

  await user.click(screen.getByRole('link', { name: 'Use another domain' }));
  await user.type(await input(), domain('instead'));
  await user.click(await verify());
  await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
  await screen.findByRole('heading', { level: 1, name: 'Congratulations!' });
  expect(within(stage('Name')).getByText(domain('instead'))).toBeVisible();
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
  await user.click(await screen.findByRole('link', { name: 'Add a Custom Domain' }));
  expect(await screen.findByRole('region', { name: 'Upgrade to Premium' })).toBeVisible();
  expect(stage('License')).toHaveAttribute('aria-current', 'step');
});

test('the account of a special partner without a licence goes on to plan and payment, which says what is missing', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const id = mine.sites[0]?.site_id;
  const { user, address } = await openPage({ path: `/manage-site/overview/${id}`, as: mine });
  await user.click(await screen.findByRole('link', { name: 'Add a Custom Domain' }));
  await user.type(await input(), domain('special'));
  await user.click(await verify());
  expect(await screen.findByText('Domain is available')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await input()).toHaveValue(domain('special'));
  await user.click(await verify());
  await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
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
  await user.click(await screen.findByRole('radio', { name: 'Records' }));
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
