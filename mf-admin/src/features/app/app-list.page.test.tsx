import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/apps', role: 'admin', ...input });

test('the list is empty while no customer has one', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'No applications yet' })).toBeVisible();
});

test('applications of all customers are listed with their customer, whose page a click opens', async () => {
  const { user, address, scenario } = await open({ appCount: 2 });
  const table = await screen.findByRole('table', { name: 'Applications of all customers' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  const [first] = within(table).getAllByRole('link', { name: scenario.customerEmail });
  if (first) await user.click(first);
  await waitFor(() => expect(address()).toMatch(/^\/customers\/customer\?id=/));
});
