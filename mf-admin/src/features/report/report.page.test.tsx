import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { decideAccess, findRoute, type StaffRole } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/reports', role: 'admin', ...input });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const today = new Date().toISOString().slice(0, 10);

test('traffic of this month is a chart with its figures, and leads to the sites', async () => {
  const { user } = await open({ sites: [{ name: 'shop', traffic: 30 }] });
  const traffic = await region('Traffic over time');
  expect(await traffic.findByRole('link', { name: /Traffic/ })).toHaveAttribute('href', '/admin/sites');
  const visits = await traffic.findByRole('table', { name: 'Visits, by day (UTC)' });
  expect(within(visits).getAllByRole('row')).toHaveLength(new Date().getUTCDate() + 1);
  await user.selectOptions(traffic.getByRole('combobox', { name: 'Measure' }), 'Traffic');
  const bytes = traffic.getByRole('table', { name: 'Traffic, by day (UTC)' });
  expect(within(bytes).getAllByRole('row').at(-1)).toHaveTextContent('29.3 KB');
});

test('what has most leads to its list, and a customer to their page', async () => {
  const { user, address } = await open({
    sites: [
      { name: 'shop', traffic: 30 },
      { name: 'blog', traffic: 10 },
    ],
  });
  const top = await region('Top sites and applications');
  const table = await top.findByRole('table', { name: 'Top sites and applications' });
  const [first] = within(table).getAllByRole('link');
  expect(first?.textContent).toMatch(/^shop/);
  expect(first).toHaveAttribute('href', expect.stringMatching(/^\/admin\/sites\?q=shop/));
  const customers = await region('Customers by usage');
  await user.selectOptions(await customers.findByRole('combobox', { name: 'Most by' }), 'Traffic');
  expect(await customers.findByRole('table', { name: 'Customers by usage: Traffic' })).toBeInTheDocument();
  const row = within(customers.getByRole('table', { name: 'Customers by usage' }));
  await user.click(row.getByRole('link', { name: /^customer-/ }));
  await waitFor(() => expect(address()).toMatch(/^\/customers\/customer\?id=/));
});

test('the period is in the address; days that are none are said, and ask nothing', async () => {
  const { user, address } = await open({ path: '/admin/reports?period=year' });
  const growth = await region('Coming and going');
  const table = await growth.findByRole('table', { name: 'New customers' });
  expect(within(table).getAllByRole('row')).toHaveLength(13);
  await user.click(screen.getByRole('radio', { name: 'Other days' }));
  expect(address()).toContain('period=custom');
  expect(address()).toContain(`to=${today}`);
  await user.clear(screen.getByLabelText('Until'));
  expect(await screen.findByText('Choose the first and the last day.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Coming and going' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Last month' }));
  expect(await screen.findByRole('region', { name: 'Coming and going' })).toBeVisible();
  expect(address()).toBe('/admin/reports?period=last-month');
});

test('a report is saved as a CSV file', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => undefined;
  // A file is saved by a link of its own that is clicked; jsdom would follow it.
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  const { user } = await open({ path: '/admin/reports?period=custom&from=2026-01-01&to=2026-03-31' });
  await user.click(await screen.findByRole('button', { name: 'Export as CSV: Top sites and applications' }));
  await waitFor(() => expect(saved).toEqual(['workloads-2026-01-01-2026-03-31.csv']));
});

test('staff of every role subscribe to the report of each month, and have the last one sent', async () => {
  const { user } = await open({ staffRole: 'read_only' });
  const mail = await region('By email each month');
  const choice = mail.getByRole('switch', { name: 'Send me the report of each month' });
  expect(choice).not.toBeChecked();
  await user.click(choice);
  await waitFor(() => expect(choice).toBeChecked());
  await user.click(mail.getByRole('button', { name: 'Send me the last month now' }));
  expect(await screen.findByText('The report is on its way to you.')).toBeVisible();
});

test('partners are compared by the operator alone, and every role of staff may read reports', async () => {
  await open();
  await region('Plans');
  expect(screen.queryByRole('region', { name: 'Partners by usage' })).not.toBeInTheDocument();
  const { route } = findRoute([manifest], '/admin/reports') ?? {};
  const as = (staff_role: StaffRole) =>
    route && decideAccess(route, { attributes: {}, is_nucal_partner: true }, { role: 'admin', staff_role });
  expect([as('owner'), as('support'), as('read_only')]).toEqual(['ok', 'ok', 'ok']);
  cleanup();
  await open({ role: 'superadmin' });
  expect(await screen.findByRole('region', { name: 'Partners by usage' })).toBeVisible();
});
