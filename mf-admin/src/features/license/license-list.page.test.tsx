import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/licenses', role: 'admin', ...input });

test('staff give a licence to a customer by email; an email that no customer has is refused', async () => {
  const { user, scenario } = await open();
  expect(await screen.findByRole('heading', { name: 'No licenses yet' })).toBeVisible();
  const [button] = screen.getAllByRole('button', { name: 'Issue a license' });
  if (button) await user.click(button);
  const panel = within(await screen.findByRole('dialog', { name: 'Issue a license' }));
  const email = panel.getByRole('textbox', { name: /^Customer’s email/ });
  await user.type(email, 'nobody@example.com');
  await user.click(panel.getByRole('radio', { name: /^Site Pro/ }));
  await user.click(panel.getByRole('button', { name: 'Issue license' }));
  expect(await panel.findByText('None of your customers has this email.')).toBeVisible();

  await user.clear(email);
  await user.type(email, scenario.customerEmail);
  await user.click(panel.getByRole('button', { name: 'Issue license' }));
  const row = within(await screen.findByRole('row', { name: /Site Pro/ }));
  expect(row.getByText(scenario.customerEmail)).toBeVisible();
  expect(row.getByText('Active')).toBeVisible();
  expect(row.getByText('0 of 2')).toBeVisible();
});

test('a licence is found by its customer, and deactivated after a confirmation that names its sites', async () => {
  const { user, scenario } = await open({
    sites: [{ name: 'bakery', type: 'site_builder' }],
    licenses: [
      { site: 0, autoRenewal: true },
      { product: 'site_pro', endsInDays: -1 },
    ],
  });
  expect(within(await screen.findByRole('row', { name: /Site Pro/ })).getByText('Expired')).toBeVisible();
  const name = `Actions for Site Basic of ${scenario.customerEmail}`;
  await user.click(screen.getByRole('button', { name }));
  await user.click(await screen.findByRole('menuitem', { name: /^Turn off renewal/ }));
  await user.click(screen.getByRole('button', { name }));
  await user.click(await screen.findByRole('menuitem', { name: /^Deactivate/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate license' }));
  expect(dialog.getByText(new RegExp(`^${scenario.sites[0]?.fqdn} gets the limits`))).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText('Deactivated')).toBeVisible();

  await user.type(screen.getByRole('searchbox', { name: 'Search by email or key' }), 'nobody@');
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
});
