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

test('chosen applications get a tag, which their customer sees too', async () => {
  const { user } = await open({ appCount: 2 });
  await user.click(await screen.findByRole('checkbox', { name: 'Select app-1' }));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Add a tag' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a tag: 1 application' }));
  await user.type(dialog.getByRole('textbox', { name: 'Tag' }), 'web');
  await user.click(dialog.getByRole('button', { name: 'Add a tag' }));
  expect(await screen.findByRole('region', { name: 'Add a tag (web): 1 application' })).toBeVisible();
  expect(await within(screen.getByRole('row', { name: /app-1/ })).findByText('web')).toBeInTheDocument();
});
