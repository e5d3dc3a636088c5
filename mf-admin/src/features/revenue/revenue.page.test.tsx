import { screen, waitFor, within } from '@testing-library/react';
import { decideAccess, findRoute, type StaffRole } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/revenue', role: 'admin', ...input });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1);
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('a partner with sales sees what is recurring now, and every month as bars and as a table', async () => {
  const { user } = await open({ purchases: ['site_basic', 'site_pro'] });
  expect(await screen.findByText('$30.00', { selector: '.p-stat-value' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^2\s*Active subscriptions$/ })).toHaveAttribute(
    'href',
    '/admin/licenses?payment=bought',
  );
  expect(screen.queryByRole('region', { name: 'Past due' })).not.toBeInTheDocument();
  const months = await region('By month');
  const table = () => months.getByRole('table', { name: 'Sales by month' });
  expect(rowsOf(table())).toHaveLength(12);
  const [first] = rowsOf(table());
  expect(cellsOf(first as HTMLElement).slice(1)).toEqual(['$30.00', '-', '2', '0', '2', '-', '0']);

  expect(rowsOf(months.getByRole('table', { name: 'Collected, USD' })).at(-1)).toHaveTextContent('$30.00');
  await user.selectOptions(months.getByRole('combobox', { name: 'Measure' }), 'New subscriptions');
  expect(rowsOf(months.getByRole('table', { name: 'New subscriptions' })).at(-1)).toHaveTextContent(/2$/);
  await user.click(months.getByRole('radio', { name: '3 months' }));
  expect(rowsOf(table())).toHaveLength(3);
  expect(rowsOf(months.getByRole('table', { name: 'New subscriptions' }))).toHaveLength(3);
});

test('who has not paid is named with what is at stake, and leads to the customer', async () => {
  const { user, address } = await open({ purchases: ['site_pro'], renewalFails: true });
  expect(await screen.findByRole('link', { name: /^1\s*Past due$/ })).toHaveAttribute(
    'href',
    '/admin/licenses?payment=past_due',
  );
  const late = await region('Past due');
  expect(late.getByText('$20.00')).toBeVisible();
  expect(late.getByText('Site Pro')).toBeVisible();
  const [current] = rowsOf(screen.getByRole('table', { name: 'Sales by month' }));
  expect(cellsOf(current as HTMLElement).at(-1)).toBe('1');
  await user.click(late.getByRole('link', { name: /^customer-/ }));
  await waitFor(() => expect(address()).toMatch(/^\/customers\/customer\?id=/));
});

test('a partner that sold nothing is led to its plans', async () => {
  await open({ sells: true });
  expect(await screen.findByRole('heading', { name: 'Nothing sold in the last 12 months' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Look at your plans' })).toHaveAttribute('href', '/admin/plans');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('the page is for roles of staff who look after money', () => {
  const { route } = findRoute([manifest], '/admin/revenue') ?? {};
  const as = (staff_role: StaffRole) =>
    route && decideAccess(route, { attributes: {}, is_nucal_partner: true }, { role: 'admin', staff_role });
  expect([as('owner'), as('billing'), as('support'), as('read_only')]).toEqual(['ok', 'ok', 'forbidden', 'forbidden']);
});
