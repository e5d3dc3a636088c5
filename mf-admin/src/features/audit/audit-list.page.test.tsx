import { cleanup, screen, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/audit', role: 'admin', ...input });
const names = { firstname: 'Ada', lastname: 'Byron', phone_number: '' };

/** A page about a partner whose member of staff has changed their own name. */
async function changed() {
  const scenario = await makeScenario({ role: 'admin' });
  await open({ as: scenario });
  await screen.findByRole('heading', { name: 'Nothing was changed yet' });
  await api.user.updateProfile(names);
  cleanup();
  return { ...(await open({ as: scenario })), scenario };
}

test('an empty log says what will appear; a check of it finds nothing wrong', async () => {
  const { user } = await open();
  expect(await screen.findByRole('heading', { name: 'Nothing was changed yet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check the log' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Check the log' }));
  expect(await panel.findByText('The log is complete')).toBeVisible();
});

test('a change is listed with who made it; its details show before and after', async () => {
  const { user, scenario } = await changed();
  const row = within(await screen.findByRole('row', { name: /Change one’s own profile/ }));
  expect(row.getByText(scenario.user?.email ?? '')).toBeVisible();
  await user.click(row.getByRole('link', { name: 'Change one’s own profile' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change one’s own profile' }));
  expect(panel.getByText('user.updateProfile', { selector: 'dd *' })).toBeVisible();
  expect(panel.getByText(/ → Ada$/)).toBeVisible();
});

test('lines are found by who did it, and the export has the same filter', async () => {
  const { user, address } = await changed();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Who' }), 'Customers');
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
  expect(address()).toContain('by=customer');
  expect(screen.getByRole('link', { name: 'Export as CSV' })).toHaveAttribute(
    'href',
    '/audit-export?by=customer&format=csv',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Staff');
  expect(await screen.findByRole('row', { name: /Change one’s own profile/ })).toBeVisible();
});

test('retention is a number of days that is not too small', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Retention' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Retention' }));
  const days = panel.getByRole('textbox', { name: /^Keep lines/ });
  await user.type(days, '7');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText('Lines are kept for at least 30 days.')).toBeVisible();
  await user.clear(days);
  await user.type(days, '365');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('row', { name: /Change for how long lines are kept/ })).toBeVisible();
});
