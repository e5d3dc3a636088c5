import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const MB = 1024 ** 2;
const open = (input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/overview', role: 'admin', ...input });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('a customer is sent to /forbidden', async () => {
  const { address } = await open({ role: 'customer' });
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('when nothing needs attention, the page says so, and shows the numbers', async () => {
  await open({ sites: [{ name: 'bakery' }], appCount: 2 });
  expect(await screen.findByText('No problem was found.')).toBeVisible();
  expect(screen.getByRole('link', { name: /^1\s*Customers/ })).toHaveAttribute('href', '/customers');
  expect(screen.getByRole('link', { name: /^1\s*Sites/ })).toHaveAttribute('href', '/admin/sites');
  expect(screen.getByRole('link', { name: /^2\s*Applications/ })).toHaveAttribute('href', '/admin/apps');
  expect(screen.getByRole('link', { name: /Revenue this month$/ })).toHaveAttribute(
    'href',
    '/admin/licenses?payment=bought',
  );
});

test('what needs attention is named first, and leads to its list with the filter set', async () => {
  const { user, address } = await open({
    sites: [{ name: 'bakery', pagesFail: true }, { name: 'museum', fileSize: 2040 * MB }, { name: 'zoo' }],
    migrations: [{ name: 'library' }],
  });
  const attention = await region('Needs attention');
  expect(attention.getByText(/^bakery\./)).toBeVisible();
  expect(attention.getByText('Pages fail')).toBeVisible();
  expect(attention.getByRole('link', { name: '1 migration waits' })).toHaveAttribute(
    'href',
    '/admin/migration?status=pending&sortOrder=asc',
  );
  await user.click(attention.getByRole('link', { name: '1 site has nearly used up the disk space' }));
  expect(await screen.findByRole('row', { name: /museum/ })).toBeVisible();
  expect(address()).toBe('/admin/sites?warning=disk');
  expect(screen.getByRole('combobox', { name: 'Warning' })).toHaveValue('disk');
  expect(screen.queryByRole('row', { name: /zoo|bakery/ })).not.toBeInTheDocument();
});

test('growth is read by month or by day, of one measure at a time', async () => {
  const { user } = await open({ siteCount: 3 });
  const growth = await region('Growth');
  const table = () => growth.getByRole('table');
  expect(within(table()).getAllByRole('row')).toHaveLength(13);
  expect(within(table()).getAllByRole('row').at(-1)).toHaveTextContent(/1$/);
  await user.selectOptions(growth.getByRole('combobox', { name: 'Measure' }), 'New sites');
  expect(within(table()).getAllByRole('row').at(-1)).toHaveTextContent(/3$/);
  await user.click(growth.getByRole('radio', { name: '30 days' }));
  expect(within(table()).getAllByRole('row')).toHaveLength(31);
  expect(table()).toHaveAccessibleName('New sites, by day (UTC)');
});

test('the newest customers lead to their pages', async () => {
  const { user, address } = await open();
  const newest = await region('Newest customers');
  await user.click(newest.getByRole('link', { name: /^customer-/ }));
  await waitFor(() => expect(address()).toMatch(/^\/customers\/customer\?id=/));
});

test('sections that are switched off are missing', async () => {
  await open({
    partner: { attributes: { SECTION_SITES: 'false', SECTION_APPLICATIONS: 'false' } },
    sites: [{ name: 'bakery', pagesFail: true }],
  });
  expect(await screen.findByText('No problem was found.')).toBeVisible();
  expect(screen.getByRole('link', { name: /Customers$/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Sites|Applications|Revenue/ })).not.toBeInTheDocument();
});
