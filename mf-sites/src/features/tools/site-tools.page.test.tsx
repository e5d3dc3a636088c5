import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { formatDate } from '@panel/ui';
import { hostSite, makeScenario, type Scenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

type Mine = Awaited<ReturnType<typeof makeScenario>>;
const openTools = (mine: Mine, tool = '') =>
  openPage({ path: `/manage-site/tools/${idOf(mine)}${tool && `?tool=${tool}`}`, as: mine });
const idOf = ({ sites }: Scenario): string => sites[0]?.site_id ?? '';

test('without an id the list is shown, to choose a site', async () => {
  const { address } = await openPage({ path: '/manage-site/tools' });
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(address()).toBe('/sites');
});

test("another customer's site is not found", async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret' }] });
  await openPage({ path: `/manage-site/tools/${idOf(theirs)}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('a site without WordPress has no tools', async () => {
  await openTools(await makeScenario({ sites: [{ name: 'pages', type: 'github' }] }));
  expect(await screen.findByText('Only WordPress sites have tools.')).toBeVisible();
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
});

test('search and replace asks for a text, and for another one to replace it with', async () => {
  const { user } = await openTools(await makeScenario({ sites: [{ name: 'bakery' }] }));
  const form = within(await screen.findByRole('form', { name: 'Search and replace' }));
  await user.click(form.getByRole('button', { name: 'Dry run' }));
  expect(await form.findByText('Enter the text to search for.')).toBeVisible();
  await user.type(form.getByLabelText(/^Search for/), 'bread');
  await user.type(form.getByLabelText(/^Replace with/), 'bread');
  await user.click(form.getByRole('button', { name: 'Dry run' }));
  expect(await form.findByText('Enter a text that differs from the one to search for.')).toBeVisible();
});

test('a site that does not answer keeps the page, with the reason and Retry', async () => {
  const { user } = await openTools(await makeScenario({ sites: [{ name: 'bakery' }] }));
  await user.click(await screen.findByRole('tab', { name: 'Scheduled events' }));
  expect(await screen.findByRole('heading', { name: 'The site did not answer' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
});

test('no tool can be used while the site is not ready', async () => {
  await openTools(await makeScenario({ sites: [{ name: 'bakery', status: 'failed' }] }), 'cache');
  expect(await screen.findByRole('button', { name: 'Clear cache' })).toHaveAttribute('aria-disabled', 'true');
});

test('folders of a site are opened one by one, with the way back', async () => {
  const mine = await makeScenario();
  await openPage({ path: '/sites', as: mine });
  const { siteId: id } = await hostSite(mine);
  const { user, address } = await openPage({ path: `/manage-site/tools/${id}?tool=disk-usage`, as: mine });
  await user.click(await screen.findByRole('button', { name: 'public' }));
  expect(await screen.findByText('index.html')).toBeVisible();
  expect(address()).toContain('folder=public');
  await user.click(screen.getByRole('button', { name: 'Up' }));
  expect(await screen.findByRole('button', { name: 'public' })).toBeVisible();
});

test('a tool that fails says why, and the site can be worked on again', async () => {
  const mine = await makeScenario();
  await openPage({ path: '/sites', as: mine });
  const { siteId: id } = await hostSite(mine);
  const { user } = await openPage({ path: `/manage-site/tools/${id}?tool=debug-log`, as: mine });
  expect(await screen.findByRole('heading', { name: 'The log is empty' })).toBeVisible();
  await user.click(screen.getByRole('switch', { name: /^Write errors to the debug log/ }));
  const progress = await screen.findByRole('region', { name: 'Switching the debug log' });
  expect(await within(progress).findByText(/^The configuration of this site was changed/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('switch')).toBeEnabled());
});

test('SFTP access is opened for a period, shows its password once, and can be ended', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const { user } = await openTools(mine, 'file-access');
  const form = within(await screen.findByRole('form', { name: 'SFTP access' }));
  await user.selectOptions(form.getByLabelText('Open for'), '1 day');
  await user.click(form.getByRole('button', { name: 'Open access' }));
  expect(await screen.findByText('Copy the password now. It is not shown again.')).toBeVisible();
  expect(screen.getByText(/^sftp-[0-9a-f]{10}$/)).toBeVisible();
  expect(screen.getByText(/^SHA256:/)).toBeVisible();
  const { access } = await api.siteAccess.ftp({ id: idOf(mine) });
  expect(screen.getByText(formatDate(access?.expires_at ?? ''))).toBeVisible();
  expect(screen.getByRole('heading', { name: 'No connections yet' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'End access' }));
  const dialog = within(screen.getByRole('dialog', { name: 'End SFTP access' }));
  await user.click(dialog.getByRole('button', { name: 'End access' }));
  expect(await screen.findByRole('button', { name: 'Open access' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copy password' })).not.toBeInTheDocument();
  expect((await api.siteAccess.ftp({ id: idOf(mine) })).access).toBeNull();
});

test('the password of an SFTP access is gone after a reload', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const { user } = await openTools(mine, 'file-access');
  await user.click(await screen.findByRole('button', { name: 'Open access' }));
  expect(await screen.findByRole('button', { name: 'Copy password' })).toBeVisible();
  await openTools(mine, 'file-access');
  expect((await screen.findAllByRole('button', { name: 'Copy user name' }))[0]).toBeVisible();
});

test('SFTP access cannot be opened while the site is not ready', async () => {
  await openTools(await makeScenario({ sites: [{ name: 'bakery', status: 'failed' }] }), 'file-access');
  expect(await screen.findByRole('button', { name: 'Open access' })).toHaveAttribute('aria-disabled', 'true');
});

/** Tabs that the page opens, and the addresses that they are sent to. */
function watchTabs() {
  const addresses: string[] = [];
  const close = jest.fn();
  const tab = { opener: window, close, location: { replace: (url: string) => addresses.push(url) } };
  const opened = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  return { addresses, close, restore: () => opened.mockRestore() };
}

test('the database is opened for a period in a new tab, opened again with another link, and ended', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const tabs = watchTabs();
  const { user } = await openTools(mine, 'database');
  const form = within(await screen.findByRole('form', { name: 'Access to the database' }));
  await user.selectOptions(form.getByLabelText('Open for'), '3 days');
  await user.click(form.getByRole('button', { name: 'Open database' }));
  await waitFor(() => expect(tabs.addresses).toHaveLength(1));
  const { access } = await api.siteAccess.mysql({ id: idOf(mine) });
  expect(await screen.findByText(formatDate(access?.expires_at ?? ''))).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Open database' }));
  await waitFor(() => expect(tabs.addresses).toHaveLength(2));
  expect(new Set(tabs.addresses).size).toBe(2);
  for (const address of tabs.addresses)
    expect(address).toMatch(/^http:\/\/bakery\.[^/]+\/\.panel\/database\/\?key=[\w-]{43}$/);

  await user.click(screen.getByRole('button', { name: 'End access' }));
  const dialog = within(screen.getByRole('dialog', { name: 'End access to the database' }));
  await user.click(dialog.getByRole('button', { name: 'End access' }));
  expect(await screen.findByRole('form', { name: 'Access to the database' })).toBeVisible();
  expect((await api.siteAccess.mysql({ id: idOf(mine) })).access).toBeNull();
  tabs.restore();
});

test('an access that has ended meanwhile closes the tab and shows the form again', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const tabs = watchTabs();
  const { user } = await openTools(mine, 'database');
  await user.click(await screen.findByRole('button', { name: 'Open database' }));
  await screen.findByRole('button', { name: 'End access' });
  await api.siteAccess.endMysql({ id: idOf(mine) });
  await user.click(screen.getByRole('button', { name: 'Open database' }));
  expect(await screen.findByRole('form', { name: 'Access to the database' })).toBeVisible();
  expect(tabs.close).toHaveBeenCalledTimes(1);
  tabs.restore();
});

test('the database cannot be opened while the site is not ready', async () => {
  await openTools(await makeScenario({ sites: [{ name: 'bakery', status: 'failed' }] }), 'database');
  expect(await screen.findByRole('button', { name: 'Open database' })).toHaveAttribute('aria-disabled', 'true');
});
