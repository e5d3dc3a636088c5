import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { openPage } from '../../testing/open.ts';

type User = Awaited<ReturnType<typeof openPage>>['user'];
const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const choose = async (user: User, row: RegExp, item: string) => {
  await user.click(within(await rowOf(row)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

test('the directory is searched from the library, and what is found is added and installed on a site', async () => {
  const { user, address, scenario } = await openPage({
    path: '/plugins',
    sites: [{ name: 'bakery', version: '6.9.2' }],
  });
  await user.click(await screen.findByRole('link', { name: 'Directory' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Directory of plugins' })).toBeVisible();
  expect(await rowOf(/Gallery Kit.*1\.0 by Grace/)).toHaveTextContent('Not rated yet');
  await user.type(screen.getByRole('searchbox', { name: 'Search the directory' }), 'contact');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Gallery Kit/ })).not.toBeInTheDocument());
  expect(address()).toBe('/plugins/directory?q=contact');
  const row = within(await rowOf(/Contact Kit – Forms.*5\.2 by Ada & Sons/));
  expect(row.getByRole('img', { name: '4.6 of 5 stars, 310 ratings' })).toBeVisible();
  expect(row.getByText('400,000+')).toBeVisible();
  expect(row.getByText('Tested up to WordPress 6.8.1')).toBeVisible();
  expect(row.getByText('Not tested with your WordPress 6.9.2')).toBeVisible();
  expect(row.getByText('Not added')).toBeVisible();

  await choose(user, /Contact Kit/, 'Details');
  const panel = within(await screen.findByRole('dialog', { name: 'Contact Kit – Forms' }));
  expect(await panel.findByText(/Build forms\.\s+• Drag/)).toBeVisible();
  expect(panel.queryByText(/alert/)).not.toBeInTheDocument();
  expect(address()).toBe('/plugins/directory?q=contact&panel=details&of=contact-kit');
  await user.click(panel.getByRole('button', { name: 'Add and install on sites' }));
  expect(await screen.findByRole('heading', { level: 1, name: /^Install Contact Kit/ })).toBeVisible();
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(scenario.sites[0]?.fqdn ?? '') }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Install' }));
  // The test server hosts no WordPress for this site; that an archive is installed is tested with one.
  expect(await screen.findByText('0 of 1 sites are done')).toBeVisible();
});

test('what the library has is said in the directory, and a newer version is added with one click', async () => {
  const { user, notices } = await openPage({
    path: '/plugins/directory',
    library: [{ kind: 'plugin', slug: 'contact-kit', name: 'Contact Kit', version: '5.0' }],
  });
  expect(within(await rowOf(/Contact Kit/)).getByText('5.0 added')).toBeVisible();
  await choose(user, /Contact Kit/, 'Update to 5.2');
  await waitFor(async () => expect(within(await rowOf(/Contact Kit/)).getByText('5.2 added')).toBeVisible());
  const { pageElements } = await api.plugin.list({});
  expect(pageElements.map(({ version, source }) => `${version} ${source}`).toSorted()).toEqual([
    '5.0 upload',
    '5.2 directory',
  ]);
  expect(notices.filter(({ kind }) => kind === 'error')).toEqual([]);
});

test('the library offers the version that the directory has since', async () => {
  const { user } = await openPage({
    path: '/plugins',
    library: [{ kind: 'plugin', slug: 'contact-kit', name: 'Contact Kit', version: '5.0', newer: '5.2' }],
  });
  expect(await screen.findByText('5.2 in the directory')).toBeVisible();
  await choose(user, /Contact Kit/, 'Update to 5.2');
  expect(await rowOf(/Contact Kit.*5\.2/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('5.2 in the directory')).not.toBeInTheDocument());
});

test('themes have their own directory; no results and a directory that fails look different', async () => {
  const { user } = await openPage({ path: '/themes/directory' });
  expect(await rowOf(/Plain Paper.*2\.1 by The paper people/)).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search the directory' }), 'nothing-like-this');
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await rowOf(/Plain Paper/)).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search the directory' }), 'broken-directory');
  expect(await screen.findByRole('heading', { name: 'The directory does not answer' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Library' })).toHaveAttribute('href', '/themes');
  await user.clear(screen.getByRole('searchbox', { name: 'Search the directory' }));
  expect(await rowOf(/Plain Paper/)).toBeVisible();
});
