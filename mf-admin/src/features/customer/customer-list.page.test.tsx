import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/customers', role: 'admin', ...input });
const row = (name: RegExp) => screen.findByRole('row', { name });

async function choose({ user }: Awaited<ReturnType<typeof open>>, customer: RegExp, action: string) {
  await user.click(within(await row(customer)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}

test('customers have their state, what they host and their last sign-in', async () => {
  await open({ sites: [{ name: 'shop' }, { name: 'blog' }], appCount: 1 });
  const grace = within(await row(/Grace Hopper/));
  expect(grace.getByText('Active')).toBeVisible();
  expect(grace.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['2', '1', 'Never']),
  );
});

test('a customer is added with an invitation, and their page opens', async () => {
  const { user, address } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add a customer' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add a customer' }));
  await user.type(panel.getByRole('textbox', { name: /^First name/ }), 'Joan');
  await user.type(panel.getByRole('textbox', { name: /^Email/ }), `joan-${Date.now()}@people.example`);
  await user.click(panel.getByRole('button', { name: 'Add and invite' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Joan' })).toBeVisible();
  expect(screen.getByText('Invited')).toBeVisible();
  expect(address()).toMatch(/^\/customers\/customer\?id=/);
});

test('an email that another account has is refused at its field', async () => {
  const { user, scenario } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add a customer' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add a customer' }));
  await user.type(panel.getByRole('textbox', { name: /^Email/ }), scenario.customerEmail);
  await user.click(panel.getByRole('button', { name: 'Add and invite' }));
  expect(await panel.findByText('Another account has this email.')).toBeVisible();
});

test('search and filters are in the address', async () => {
  const { user, address } = await open({ sites: [{ name: 'shop', owner: `other-${Date.now()}@people.example` }] });
  await row(/Grace Hopper/);
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'other-');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Grace/ })).not.toBeInTheDocument());
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Suspended');
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
  expect(address()).toContain('q=other-');
  expect(address()).toContain('state=suspended');
});

test('a customer is suspended after a confirmation, and the suspension ends', async () => {
  const page = await open({ sites: [{ name: 'shop' }] });
  await choose(page, /Grace Hopper/, 'Suspend');
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Grace Hopper?' }));
  expect(dialog.getByText(/^1 site and 0 applications show a page/)).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await within(await row(/Grace Hopper/)).findByText('Suspended')).toBeVisible();
  await choose(page, /Grace Hopper/, 'End suspension');
  expect(await within(await row(/Grace Hopper/)).findByText('Active')).toBeVisible();
});

test('a deletion says what goes, needs the email, and can be undone', async () => {
  const page = await open({ sites: [{ name: 'shop', backups: 2 }] });
  await choose(page, /Grace Hopper/, 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete customer' }));
  expect(await dialog.findByText('1 site, with files, databases and addresses')).toBeVisible();
  expect(dialog.getByText('2 backups')).toBeVisible();
  expect(dialog.getByText(/You can undo this for 14 days/)).toBeVisible();
  await page.user.type(dialog.getByRole('textbox'), page.scenario.customerEmail);
  await page.user.click(dialog.getByRole('button', { name: 'Delete customer' }));
  expect(await within(await row(/Grace Hopper/)).findByText('Being deleted')).toBeVisible();
  await choose(page, /Grace Hopper/, 'Undo deletion');
  expect(await within(await row(/Grace Hopper/)).findByText('Active')).toBeVisible();
});

test('a file is previewed with its wrong rows, and the others are created and invited', async () => {
  const { user, scenario } = await open();
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Import customers' }));
  const email = `joan-${Date.now()}@people.example`;
  const csv = `Email,First name\n${email},Joan\n${scenario.customerEmail},Grace\n`;
  await user.upload(await panel.findByLabelText('CSV file'), new File([csv], 'customers.csv', { type: 'text/csv' }));
  expect(await panel.findByText('1 customer can be created')).toBeVisible();
  expect(panel.getByText(`Line 3, ${scenario.customerEmail}: Another account has this email.`)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Create and invite' }));
  expect(await within(await row(new RegExp(email))).findByText('Invited')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
