import { screen, waitFor, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

async function open(page: 'cdn' | 'cdn_old', site: { traffic?: number } = {}) {
  const mine = await makeScenario({ sites: [{ name: 'bakery', ...site }] });
  return openPage({ path: `/manage-site/${page}/${mine.sites[0]?.site_id}`, as: mine });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('another customer’s site is not found', async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret' }] });
  await openPage({ path: `/manage-site/cdn/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('a site without visitors shows a message instead of a chart', async () => {
  await open('cdn');
  expect(await screen.findByText('Nobody has visited this site in this period.')).toBeVisible();
});

test('traffic has its totals, and its figures in a table, by day and by hour', async () => {
  const { user } = await open('cdn', { traffic: 40 });
  const card = await region('Traffic');
  expect(card.getByText('50 %')).toBeVisible();
  expect(card.getByRole('table', { name: 'Traffic, by day (UTC)' })).toBeInTheDocument();
  await user.click(card.getByRole('radio', { name: 'Requests' }));
  expect(await card.findByRole('table', { name: 'Requests, by day (UTC)' })).toBeInTheDocument();
  await user.click(card.getByRole('radio', { name: '24 hours' }));
  const table = within(await card.findByRole('table', { name: 'Requests' }));
  expect(table.getAllByRole('row')).toHaveLength(25);
  expect(table.getByRole('cell', { name: '40' })).toBeInTheDocument();
  await user.click(card.getByRole('radio', { name: 'Response time (95 %)' }));
  const times = within(await card.findByRole('table', { name: 'Response time (95 %)' }));
  expect(times.getAllByRole('row')).toHaveLength(2);
  expect(times.getByRole('cell', { name: /^\d+(?:\.\d)? ms$/ })).toBeInTheDocument();
  // No database of addresses here, so no regions.
  expect(screen.queryByRole('region', { name: 'Traffic by region' })).not.toBeInTheDocument();
});

test('the page stays while the traffic of another period is on its way, and says what days its parts are of', async () => {
  const { user, bridge } = await open('cdn', { traffic: 40 });
  const content = await screen.findByRole('region', { name: 'Traffic by content' });
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  globalThis.fetch = window.fetch = async (...request) => {
    await held;
    return bridge.fetch(...request);
  };
  const before = bridge.calls.length;
  await user.click(screen.getByRole('radio', { name: '24 hours' }));
  expect(screen.getByRole('radio', { name: '24 hours' })).toBeChecked();
  expect(content).toBeVisible();
  expect(screen.getByRole('table', { name: 'Traffic, by day (UTC)' })).toBeInTheDocument();
  expect(bridge.calls).toHaveLength(before);
  goOn();
  expect(await within(content).findByText('Today and yesterday, in UTC.')).toBeVisible();
});

test('a file type that has a rule cannot be chosen again until the rule is removed', async () => {
  const { user } = await open('cdn_old');
  const card = await region('Cache settings');
  expect(card.getByText(/Caching uses defaults until you save/)).toBeVisible();
  expect(card.getByRole('combobox', { name: /^Default cache time/ })).toHaveDisplayValue('1 Hour');
  const types = () => card.queryAllByRole('combobox', { name: /^File type/ });
  const options = (at: number) =>
    within(types()[at] as HTMLElement)
      .getAllByRole('option')
      .map((one) => one.textContent);
  await user.click(card.getByRole('button', { name: /^Add/ }));
  expect(types()[0]).toHaveDisplayValue('jpeg');
  await user.click(card.getByRole('button', { name: /^Add/ }));
  expect(types()[1]).toHaveDisplayValue('jpg');
  expect(options(1)).not.toContain('jpeg');
  await user.selectOptions(types()[1] as HTMLElement, 'zip');
  await user.click(card.getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement);
  expect(types()).toHaveLength(1);
  expect(options(0)).toContain('jpeg');
  await user.click(card.getByRole('checkbox', { name: /^Serve expired content/ }));
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Schedule Cache saved!')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/Caching uses defaults until you save/)).not.toBeInTheDocument());
});

test('everything or one address is purged', async () => {
  const { user, bridge } = await open('cdn');
  const card = await region('Purge cache');
  await user.click(card.getByRole('button', { name: 'Purge all' }));
  expect(await screen.findByText('Cache purged.')).toBeVisible();
  await user.type(card.getByRole('textbox', { name: /^Address/ }), 'about');
  await user.click(card.getByRole('button', { name: 'Purge' }));
  expect(await card.findByText('Enter an address that begins with a slash, like /about or /images/*.')).toBeVisible();
  await user.clear(card.getByRole('textbox', { name: /^Address/ }));
  await user.type(card.getByRole('textbox', { name: /^Address/ }), '/about');
  await user.click(card.getByRole('button', { name: 'Purge' }));
  expect(bridge.calls.filter((call) => call === 'POST /cdn/purge')).toHaveLength(2);
});
