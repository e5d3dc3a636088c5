import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import contractDe from '@panel/contract/words/de.json';
import { api, loadWords, queryClient } from '@panel/core';
import { taskQuery } from '@panel/resources/task';
import { openPage } from '../../testing/open.ts';
import { hostSite, siteOfTask } from '@panel/ui/testing';

const row = async (name: RegExp) => screen.findByRole('row', { name });
const menuOf = async (name: RegExp, user: Awaited<ReturnType<typeof openPage>>['user']) => {
  await user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }));
  return screen.findByRole('menu', { name: /^Actions for/ });
};

afterEach(() => {
  document.documentElement.lang = '';
});

test('the empty list says what a site is and how to start', async () => {
  await openPage({ path: '/sites' });
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create site' })).toHaveAttribute('href', '/create-new-site');
  expect(screen.queryByRole('heading', { name: /^You have/ })).not.toBeInTheDocument();
});

test('the search is in the address, matches a part of the name, and can be cleared', async () => {
  const { user, address } = await openPage({ path: '/sites', sites: [{ name: 'bakery' }, { name: 'florist' }] });
  await row(/bakery/);
  await user.type(screen.getByRole('searchbox', { name: 'Search sites' }), 'flor');
  await waitFor(() => expect(screen.queryByRole('row', { name: /bakery/ })).not.toBeInTheDocument());
  expect(await row(/florist/)).toBeVisible();
  expect(address()).toBe('/sites?q=flor');
  await user.type(screen.getByRole('searchbox', { name: 'Search sites' }), 'zzz');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await row(/bakery/)).toBeVisible();
  expect(address()).toBe('/sites');
});

test('sites are shown as tiles with a picture each, and again on the next visit', async () => {
  const { user, scenario, unmount } = await openPage({
    path: '/sites',
    sites: [{ name: 'bakery', pictured: true }, { name: 'florist' }],
  });
  const fqdn = scenario.sites[0]?.fqdn;
  await user.click(await screen.findByRole('radio', { name: 'Tiles' }));
  const picture = within(await row(/bakery/)).getByRole('img', { name: `${fqdn} as visitors see it` });
  expect(picture.getAttribute('src')).toMatch(new RegExp(`^/site-picture/${scenario.sites[0]?.site_id}/\\d+\\.png$`));
  expect(within(await row(/florist/)).queryByRole('img', { name: /as visitors see it/ })).not.toBeInTheDocument();
  fireEvent.error(picture);
  expect(picture).not.toBeInTheDocument();
  unmount();
  const next = await openPage({ path: '/sites', as: scenario });
  expect(await screen.findByRole('radio', { name: 'Tiles' })).toBeChecked();
  await next.user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(within(await row(/bakery/)).queryByRole('img', { name: /as visitors see it/ })).not.toBeInTheDocument();
});

test('the status filter is in the address', async () => {
  const sites = [
    { name: 'good', status: 'ready' },
    { name: 'broken', status: 'failed' },
  ] as const;
  const { user, address } = await openPage({ path: '/sites', sites: [...sites] });
  await row(/good/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
  await waitFor(() => expect(screen.queryByRole('row', { name: /good/ })).not.toBeInTheDocument());
  expect(await row(/broken/)).toBeVisible();
  expect(address()).toBe('/sites?status=failed');
});

test('the filter names all statuses that the address asks for', async () => {
  const sites = [
    { name: 'good', status: 'ready' },
    { name: 'coming', status: 'processing' },
  ] as const;
  const { user, address, router } = await openPage({ path: '/sites?status=processing', sites: [...sites] });
  await row(/coming/);
  const filter = screen.getByRole('combobox', { name: 'Status' });
  expect(filter).toHaveDisplayValue('Processing');
  await user.selectOptions(filter, 'In progress');
  await waitFor(() => expect(address()).toMatch(/status=pending&.*status=processing/));
  expect(await row(/coming/)).toBeVisible();
  await waitFor(() => expect(filter).toHaveDisplayValue('In progress'));
  await act(() => router.navigate('/sites?status=processing&status=ready'));
  expect(await row(/good/)).toBeVisible();
  await waitFor(() => expect(filter).toHaveDisplayValue('Several statuses'));
});

test('an address with page and order shows exactly that', async () => {
  const { user, address } = await openPage({ path: '/sites?orderBy=fqdn&sortOrder=asc', siteCount: 25 });
  expect(await screen.findByText('Showing 1–10 of 25')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: /Site/ })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Showing 11–20 of 25')).toBeVisible();
  expect(address()).toBe('/sites?orderBy=fqdn&sortOrder=asc&page=2');
  expect(await screen.findByRole('heading', { name: 'You have 25 sites' })).toBeVisible();
});

test('a ready site opens its page; any other says why not', async () => {
  const sites = [
    { name: 'good', status: 'ready' },
    { name: 'static', status: 'failed', type: 'site_builder' },
  ] as const;
  const { user, scenario } = await openPage({ path: '/sites', sites: [...sites] });
  const link = within(await row(/good/)).getByRole('link', { name: /^good\./ });
  expect(link).toHaveAttribute('href', `/manage-site/overview/${scenario.sites[0]?.site_id}`);
  expect(within(await row(/static/)).queryByRole('link', { name: /^static\./ })).not.toBeInTheDocument();
  const manage = within(await menuOf(/static/, user)).getByRole('menuitem', { name: /^Manage/ });
  expect(manage).toHaveAttribute('aria-disabled', 'true');
  expect(manage).toHaveAccessibleDescription('We couldn’t create your site.');
});

test('the administrator of a WordPress logs in from the row', async () => {
  const { user } = await openPage({
    path: '/sites',
    sites: [{ name: 'bakery' }, { name: 'static', type: 'site_builder' }],
  });
  const entry = within(await menuOf(/bakery/, user)).getByRole('menuitem', { name: 'Log in to wp-admin' });
  const tab = { opener: window, location: { replace: jest.fn() }, close: jest.fn() };
  jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  await user.click(entry);
  expect(window.open).toHaveBeenCalledWith('', '_blank');
  expect(tab.opener).toBeNull();
  // This site is a row, so nobody can log in to it: the tab closes and the reason is shown.
  await waitFor(() => expect(tab.close).toHaveBeenCalledTimes(1));
  expect(tab.location.replace).not.toHaveBeenCalled();
  expect(await screen.findByText(/^This site is not on this server/)).toBeVisible();
  expect(within(await menuOf(/static/, user)).queryByRole('menuitem', { name: /wp-admin/ })).not.toBeInTheDocument();
});

test('several sites are deleted after one confirmation', async () => {
  const { user, bridge, address } = await openPage({
    path: '/sites',
    sites: [{ name: 'one' }, { name: 'two' }, { name: 'three' }],
  });
  const choose = async (name: RegExp) => user.click(within(await row(name)).getByRole('checkbox'));
  await choose(/one\./);
  await choose(/two\./);
  await user.click(
    within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 sites' });
  expect(within(dialog).getByText(/^one\./)).toBeVisible();
  const confirm = within(dialog).getByRole('button', { name: 'Delete 2 sites' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('region', { name: 'Selected rows' })).toHaveTextContent('2 selected');
  await user.click(
    within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' }),
  );
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), '2 sites');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete 2 sites' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('heading', { name: 'You have 1 site' })).toBeVisible();
  expect(bridge.calls.filter((call) => call === 'POST /site/bulk')).toHaveLength(1);
  const card = await screen.findByRole('region', { name: 'Delete: 2 sites' });
  expect(within(card).getAllByRole('listitem')).toHaveLength(2);
  await waitFor(() => expect(within(card).getAllByText('Changed')).toHaveLength(3));
  expect(within(card).getByRole('link', { name: 'Bin' })).toHaveAttribute('href', '/sites/bin');
  expect(address()).toMatch(/^\/sites\?bulk=/);
  await user.click(within(card).getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/sites');
});

test('all sites that the list finds get a tag, which the list shows and is filtered by', async () => {
  const { user, address } = await openPage({ path: '/sites', siteCount: 12 });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(bulk('Select all 12'));
  expect(bulk('Back up')).toHaveAccessibleDescription('Select the sites of one page for this.');
  await user.click(bulk('Add a tag'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a tag: 12 sites' }));
  expect(dialog.getByRole('button', { name: 'Add a tag' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(dialog.getByRole('textbox', { name: 'Tag' }), 'Spring');
  await user.click(dialog.getByRole('button', { name: 'Add a tag' }));
  const card = await screen.findByRole('region', { name: 'Add a tag (spring): 12 sites' });
  await waitFor(() => expect(within(card).getAllByText('Changed')).toHaveLength(13));
  expect((await api.site.filter({ tag: 'spring' })).totalCount).toBe(12);
  await user.click(within(await menuOf(/site-12/, user)).getByRole('menuitem', { name: 'Tags' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Tags' }));
  await user.clear(panel.getByRole('textbox', { name: 'Tags' }));
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'spring');
  await waitFor(() => expect(address()).toContain('tag=spring'));
  expect(await screen.findByText('Showing 1–10 of 11')).toBeVisible();
  expect(within(await row(/site-11/)).getByText('spring')).toBeInTheDocument();
});

test('chosen sites get the plan of a free license, and the one for which none is left says why', async () => {
  const { user } = await openPage({
    path: '/sites',
    sites: [{ name: 'one' }, { name: 'two' }, { name: 'three' }],
    licenses: [{ product: 'site_pro' }, { product: 'site_basic', endsInDays: -1 }],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(bulk('Change plan'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change plan: 3 sites' }));
  const license = await dialog.findByRole('radio', { name: /^Site Pro.*The PRO plan, for 2 more sites/ });
  expect(dialog.getAllByRole('radio')).toHaveLength(1);
  expect(dialog.getByRole('button', { name: 'Change plan' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(license);
  expect(dialog.getByText('When no license is left, the rest keep their plan. You see which ones.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Change plan' }));
  const card = await screen.findByRole('region', { name: 'Change plan (Site Pro): 3 sites' });
  expect(await within(card).findByText(/^There is no free Site Pro license in this account/)).toBeVisible();
  await waitFor(() => expect(within(card).getAllByText('Changed')).toHaveLength(3));
});

const bulk = (name: string) =>
  within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name });

test('several sites are backed up, with the progress of each, which is there again after a reload', async () => {
  const { user, scenario, unmount } = await openPage({ path: '/sites', sites: [{ name: 'one' }, { name: 'two' }] });
  await user.click(within(await row(/one\./)).getByRole('checkbox'));
  await user.click(within(await row(/two\./)).getByRole('checkbox'));
  await user.click(bulk('Back up'));
  // Nothing is hosted for these sites, so their backups fail; each row says why.
  const card = await screen.findByRole('region', { name: 'Backed up 0 sites' });
  expect(within(card).getByText('0 of 2 done, 2 not done.')).toBeVisible();
  const rows = within(card).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  for (const one of rows) expect(one).toHaveTextContent(/This site is not on this server.*Failed/);
  expect(screen.queryByRole('region', { name: 'Selected rows' })).not.toBeInTheDocument();
  unmount();

  // The reasons are data of the server, and said in the language of the page.
  const reason = 'This site is not on this server. Reload the page; if it is still listed, contact support.';
  loadWords('de', { [reason]: contractDe[reason] });
  document.documentElement.lang = 'de';
  const next = await openPage({ path: '/sites', as: scenario });
  const again = await screen.findByRole('region', { name: 'Backed up 0 sites' });
  expect(within(again).getAllByText(contractDe[reason])).toHaveLength(2);
  await next.user.click(within(again).getByRole('button', { name: 'Close' }));
  expect(again).not.toBeInTheDocument();
});

test('without a connection the progress of several sites is not given up, and continues afterwards', async () => {
  const start = await openPage({ path: '/sites' });
  const domain = start.scenario.partner.sitesDomain;
  const { siteId } = await hostSite(start.scenario);
  // Both of the customer's tasks at a time hang, so that the backup waits.
  const hanging: string[] = [];
  for (const name of ['hang-files-a', 'hang-files-b']) {
    const id = await siteOfTask((await api.site.create({ fqdn: `${name}.${domain}`, domain })).task_id);
    hanging.push((await api.site.finalize({ site_id: id, type: 'site_builder' })).task_id);
  }
  start.unmount();
  const { user, bridge } = await openPage({ path: '/sites', as: start.scenario });
  await user.click(within(await row(/bakery/)).getByRole('checkbox'));
  await user.click(bulk('Back up'));
  const card = await screen.findByRole('region', { name: 'Backing up 1 site' });
  const { task_id: taskId } = await api.site.byId({ id: siteId });
  bridge.offline = true;
  const { queryKey } = taskQuery(taskId ?? '');
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'));
  expect(card).toHaveAccessibleName('Backing up 1 site');
  expect(within(card).queryByText('We no longer know how this ended.')).not.toBeInTheDocument();
  bridge.offline = false;
  for (const id of hanging) await api.task.cancel({ taskId: id });
  expect(await within(card).findByText('1 of 1 done.')).toBeVisible();
}, 90_000);

test('a bulk action that is not possible for one of the sites names it and the reason', async () => {
  const { user } = await openPage({
    path: '/sites',
    sites: [
      { name: 'blog', version: '7.0.2' },
      { name: 'pages', type: 'github' },
    ],
  });
  await user.click(within(await row(/blog\./)).getByRole('checkbox'));
  for (const name of ['Back up', 'Clear cache', 'Upgrade WordPress'])
    expect(bulk(name)).not.toHaveAttribute('aria-disabled', 'true');
  await user.click(within(await row(/pages\./)).getByRole('checkbox'));
  for (const [name, reason] of [
    ['Back up', /^pages\..*: Only WordPress sites have backups\./],
    ['Clear cache', /^pages\..*: Only WordPress sites have tools\./],
    ['Upgrade WordPress', /^pages\..*: This site has the newest WordPress\./],
  ] as const) {
    expect(bulk(name)).toHaveAttribute('aria-disabled', 'true');
    expect(bulk(name)).toHaveAccessibleDescription(reason);
  }
});

test('the confirmation of a deletion names staging only as far as there is one', async () => {
  const { user } = await openPage({ path: '/sites', sites: [{ name: 'old-shop' }] });
  await user.click(within(await menuOf(/old-shop/, user)).getByRole('menuitem', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Live Environment' });
  expect(
    within(dialog).getByRole('checkbox', { name: /^Staging files and database will be deleted\./ }),
  ).toHaveAccessibleDescription('Applies if the site has a staging environment.');
});

test('deleting needs the exact name; then the list shows the site as deleting', async () => {
  const { user, scenario, address, bridge, holds } = await openPage({
    path: '/sites',
    sites: [{ name: 'old-shop', status: 'failed' }],
  });
  const fqdn = scenario.sites[0]?.fqdn ?? '';
  await user.click(within(await menuOf(/old-shop/, user)).getByRole('menuitem', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Live Environment' });
  const button = within(dialog).getByRole('button', { name: 'Delete Environment' });
  await user.type(within(dialog).getByRole('textbox'), fqdn.slice(0, -1));
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(holds()).toBe(true);
  await user.click(button);
  expect(bridge.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  await user.type(within(dialog).getByRole('textbox'), fqdn.slice(-1));
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(address()).toBe('/sites');
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
});

test('the totals follow a deletion to its end, even when a filter hides the site', async () => {
  const { user, scenario, router, bridge } = await openPage({
    path: '/sites',
    sites: [
      { name: 'old-shop', status: 'ready' },
      { name: 'bakery', status: 'ready' },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'You have 2 sites' })).toBeVisible();
  await user.click(within(await menuOf(/old-shop/, user)).getByRole('menuitem', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Live Environment' });
  await user.type(within(dialog).getByRole('textbox'), scenario.sites[0]?.fqdn ?? '');
  await user.click(within(dialog).getByRole('button', { name: 'Delete Environment' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(() => router.navigate('/sites?q=bakery'));
  expect(await screen.findByRole('heading', { name: 'You have 1 site' })).toBeVisible();
  // Reloaded because the task ended, not because the list happened to change.
  const last = (part: RegExp) => bridge.calls.findLastIndex((call) => part.test(call));
  await waitFor(() => expect(last(/^GET \/task\//)).not.toBe(-1));
  await waitFor(() => expect(last(/summary/)).toBeGreaterThan(last(/^GET \/task\//)));
});

test('a failed site that never got an id is deleted by its address, and its name is available again', async () => {
  const { user, scenario, bridge } = await openPage({
    path: '/sites',
    sites: [{ name: 'never-made', status: 'failed', assigned: false }],
  });
  const fqdn = scenario.sites[0]?.fqdn ?? '';
  expect(within(await row(/never-made/)).queryByRole('link', { name: /^never-made\./ })).not.toBeInTheDocument();
  await user.click(within(await menuOf(/never-made/, user)).getByRole('menuitem', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete failed site' });
  expect(within(dialog).getByText(`The reservation of ${fqdn}`)).toBeVisible();
  expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox'), fqdn);
  await user.click(within(dialog).getByRole('button', { name: 'Delete failed site' }));
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(bridge.calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /site/failed/fqdn']);
  expect(await api.site.checkFqdn({ fqdn })).toMatchObject({ used: false });
});

test('an open panel is part of the address, and Escape closes it', async () => {
  const { user, address, holds } = await openPage({ path: '/sites', sites: [{ name: 'bakery' }] });
  await user.click(within(await menuOf(/bakery/, user)).getByRole('menuitem', { name: 'Rename' }));
  const panel = await screen.findByRole('dialog', { name: 'Change Site Name' });
  expect(holds()).toBe(false);
  await user.type(within(panel).getByRole('textbox'), '-2');
  expect(holds()).toBe(true);
  expect(address()).toMatch(/^\/sites\?panel=rename&of=/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(address()).toBe('/sites');
});

test('without a network the page shows an error and Retry recovers', async () => {
  const { user, bridge, cache, router } = await openPage({
    path: '/create-site-with-wordpress/finish',
    sites: [{ name: 'bakery' }],
  });
  bridge.offline = true;
  cache.clear();
  await act(() => router.navigate('/sites'));
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t reach the server.');
  bridge.offline = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await row(/bakery/)).toBeVisible();
});

test('sites that are not healthy can be listed by themselves', async () => {
  const { user, address } = await openPage({
    path: '/sites?health=attention&health=down',
    sites: [
      { name: 'well', status: 'ready' },
      { name: 'broken', status: 'failed' },
    ],
  });
  expect(await screen.findByText(/^broken\./)).toBeVisible();
  expect(screen.queryByText(/^well\./)).toBeNull();
  const health = screen.getByRole('combobox', { name: 'Health' });
  expect(health).toHaveDisplayValue('Not healthy');
  await user.selectOptions(health, 'Needs attention');
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
  expect(address()).toBe('/sites?health=attention');
  await user.selectOptions(health, 'Any health');
  expect(await screen.findByText(/^well\./)).toBeVisible();
  expect(address()).toBe('/sites');
});
