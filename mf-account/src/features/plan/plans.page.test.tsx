import { screen, waitFor, within } from '@testing-library/react';
import { buyLicense, type makeScenario, renderPage, type ScenarioInput } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type Input = ScenarioInput & { path?: string; as?: Awaited<ReturnType<typeof makeScenario>> };
const open = ({ path = '/my-account/plans', ...input }: Input = {}) =>
  renderPage({ remote: { manifest, pages }, path, sells: true, ...input });

test('plans for sites and applications have a yearly price with its saving, and a monthly one', async () => {
  const { user, address } = await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'For sites' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'For applications' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  expect(screen.getAllByText('SAVE %45')).toHaveLength(6);
  expect(screen.getByText('$132.00')).toBeVisible();
  expect(screen.getByText('$11.00 a month')).toBeVisible();
  expect(screen.getByText('FREE plan')).toBeVisible();

  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(await screen.findByText('$20.00')).toBeVisible();
  expect(screen.queryByText('SAVE %45')).not.toBeInTheDocument();
  expect(address()).toBe('/my-account/plans?interval=month');
  expect(screen.getByRole('link', { name: 'Choose Site Pro' })).toHaveAttribute(
    'href',
    '/upgrade-your-package/finalize-and-confirm?product=site_pro&interval=month&quantity=1',
  );
});

test('a partner without applications has no plans for them', async () => {
  await open({ partner: { special: false } });
  expect(await screen.findByRole('heading', { name: 'For sites' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'For applications' })).not.toBeInTheDocument();
});

test('a plan that is not sold here leads to the account’s admin', async () => {
  const { user } = await open({ path: '/my-account/site-plans', sells: false });
  await screen.findByRole('heading', { name: 'For sites' });
  const [choose] = screen.queryAllByRole('button', { name: /^Choose / });
  if (!choose) return void expect(screen.getByText('There are no plans to choose from.')).toBeVisible();
  await user.click(choose);
  expect(
    await screen.findByText('Please contact with your account admin to set upgrade link for this plan!'),
  ).toBeVisible();
});

test('what each hosting plan allows is a table, with the plan of the account marked', async () => {
  await open({ path: '/my-account/hosting-plans' });
  const table = within(await screen.findByRole('region', { name: 'Comparison of plans' }));
  expect(table.getByRole('columnheader', { name: 'FREE Current plan' })).toBeVisible();
  const disk = within(table.getByRole('row', { name: /^Disk space/ }));
  expect(disk.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    ...['2.0 GB', '5.0 GB', '10.0 GB', '25.0 GB', '50.0 GB'],
  ]);
});

test('the plan that the customer has is marked, and changes after its price is shown', async () => {
  const first = await open({ path: '/my-account/site-plans' });
  await screen.findByRole('link', { name: 'Choose Site Basic' });
  await buyLicense('site_basic');
  first.unmount();
  const { user, address, bridge } = await open({ path: '/my-account/site-plans', as: first.scenario });
  expect(await screen.findByText('Current plan')).toBeVisible();
  expect(screen.getByText(/^0 of 1 site in use\. \$66\.00 on /)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Buy another Site Basic' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Change to Site Pro' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change to Site Pro' }));
  expect(panel.getByText('STARTER → PRO')).toBeVisible();
  expect(panel.getByText('1 site → 2 sites')).toBeVisible();
  expect(panel.getByText('5.0 GB → 10.0 GB')).toBeVisible();
  expect(await panel.findByText(/^The plan changes at once: you pay \$\d+\.\d\d now/)).toBeVisible();
  expect(panel.getByText('To pay now')).toBeVisible();
  await user.dblClick(panel.getByRole('button', { name: 'Change plan' }));
  await waitFor(() => expect(address()).toBe('/my-account/site-plans'));
  expect(await screen.findByText(/^0 of 2 sites in use\. \$132\.00 on /)).toBeVisible();
  expect(bridge.calls.filter((call) => call === 'POST /stripe/invoices/upgrade/create')).toHaveLength(1);
});

test('what is used of the limits of the plan is shown as bars where the plan is', async () => {
  await open({ sites: [{ name: 'bakery' }] });
  const sites = await screen.findByRole('meter', { name: 'Sites' });
  expect(sites).toHaveAttribute('value', '5');
  expect(screen.getByText('1 of 20')).toBeVisible();
  expect(screen.getByRole('meter', { name: 'Build minutes this month' })).toHaveAttribute('value', '0');
});

test('who has bought nothing yet chooses a currency; the choice is in the address and goes on to the checkout', async () => {
  const { user, address } = await open({ path: '/my-account/site-plans', currencies: ['usd', 'eur', 'kwd'] });
  const choice = await screen.findByRole('combobox', { name: 'Currency' });
  expect(choice).toHaveValue('usd');
  expect(screen.getByText('$132.00')).toBeVisible();
  await user.selectOptions(choice, 'KWD, Kuwaiti Dinar');
  expect(await screen.findByText(/^KWD\s132\.000$/)).toBeVisible();
  expect(screen.queryByText('$132.00')).not.toBeInTheDocument();
  expect(address()).toBe('/my-account/site-plans?currency=kwd');
  expect(screen.getByRole('link', { name: 'Choose Site Pro' })).toHaveAttribute(
    'href',
    '/upgrade-your-package/finalize-and-confirm?product=site_pro&interval=year&quantity=1&currency=kwd',
  );
});

test('who pays in a currency sees prices in it, whatever the address says, and the page shows why', async () => {
  await open({ path: '/my-account/site-plans?currency=eur', currencies: ['usd', 'eur'], purchases: ['site_basic'] });
  expect(await screen.findByText(/^Your licenses are paid in USD\./)).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Currency' })).not.toBeInTheDocument();
  expect(screen.getByText('$132.00')).toBeVisible();
});
