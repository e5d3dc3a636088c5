import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/migration', role: 'admin', ...input });
const row = (name: RegExp) => screen.findByRole('row', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

async function choose({ user }: Awaited<ReturnType<typeof open>>, migration: RegExp, action: RegExp) {
  await user.click(within(await row(migration)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('the list is empty while no customer has requested one', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'No migrations yet' })).toBeVisible();
});

test('staff start a migration and give it up with a reason, which its details show', async () => {
  const page = await open({ migrations: [{ name: 'bakery' }] });
  await choose(page, /bakery.*Waiting for migration/, /^Start/);
  await page.user.click(within(await dialog('Start this migration?')).getByRole('button', { name: 'Start' }));
  expect(await row(/bakery.*In progress/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await choose(page, /bakery/, /^Set to failed/);
  const panel = within(await dialog('Set to failed'));
  await page.user.click(panel.getByRole('button', { name: 'Set to failed' }));
  expect(await panel.findByText('Enter the reason.')).toBeVisible();
  await page.user.type(panel.getByRole('textbox', { name: 'Reason' }), 'The backup has no database.');
  await page.user.click(panel.getByRole('button', { name: 'Set to failed' }));
  expect(await row(/bakery.*Failed/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await page.user.click(within(await row(/bakery/)).getByRole('link', { name: /^bakery\./ }));
  expect(await within(await dialog(/^bakery\./)).findByText('The backup has no database.')).toBeVisible();
});

test('a site that does not answer completes nothing, and a step out of turn says why', async () => {
  const page = await open({ migrations: [{ name: 'bakery', status: 'inprogress' }], sites: [{ name: 'copy' }] });
  await page.user.click(within(await row(/bakery/)).getByRole('button', { name: /^Actions for/ }));
  expect(await screen.findByRole('menuitem', { name: /^Set to ready/ })).toHaveTextContent(
    'The copy must be complete first.',
  );
  await page.user.click(screen.getByRole('menuitem', { name: /^Set to completed/ }));
  const panel = within(await dialog('Set to completed'));
  const site = page.scenario.sites[0]?.fqdn ?? '';
  await page.user.selectOptions(await panel.findByRole('combobox', { name: 'Site with the copy' }), site);
  await page.user.click(panel.getByRole('button', { name: 'Set to completed' }));
  expect(await panel.findByText(/The site is not ready/)).toBeVisible();
  expect(await row(/bakery.*In progress/)).toBeVisible();
});
