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

test('a migration is given up with a reason, which its details show', async () => {
  const page = await open({ migrations: [{ name: 'bakery' }] });
  await choose(page, /bakery.*Waiting for migration/, /^Set to failed/);
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

test('a migration by link is started, and fails with a reason where its link leads nowhere', async () => {
  const page = await open({ migrations: [{ name: 'bakery', type: 'host', sharingLink: 'https://10.0.0.1/site.zip' }] });
  await choose(page, /bakery.*Waiting for migration.*Host/, /^Start/);
  await page.user.click(within(await dialog('Start this migration?')).getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('row', { name: /bakery.*Failed/ })).toBeVisible();
  await page.user.click(within(await row(/bakery/)).getByRole('link', { name: /^bakery\./ }));
  expect(await within(await dialog(/^bakery\./)).findByText(/10\.0\.0\.1 is not a public server/)).toBeVisible();
}, 30_000);

test('an archive that is gone starts nothing, and a step out of turn says why', async () => {
  const page = await open({ migrations: [{ name: 'bakery' }] });
  await page.user.click(within(await row(/bakery/)).getByRole('button', { name: /^Actions for/ }));
  expect(await screen.findByRole('menuitem', { name: /^Move to its address/ })).toHaveTextContent(
    'The copy must be complete first.',
  );
  await page.user.click(screen.getByRole('menuitem', { name: /^Start/ }));
  const asked = within(await dialog('Start this migration?'));
  await page.user.click(asked.getByRole('button', { name: 'Start' }));
  expect(await asked.findByText(/The archive is damaged or incomplete/)).toBeVisible();
});

test('the queue says for whom a migration waits, and its details compare the copy with the original', async () => {
  const answer = { status: 200, title: 'Bakery', bytes: 2048 };
  const page = { path: '/', copy: answer, original: { ...answer, title: 'Old bakery' }, difference: 'Another title.' };
  const rehearsal = { checked_at: new Date().toISOString(), pages: [page], pictures: 'none' };
  const { user } = await open({
    migrations: [
      { name: 'asked' },
      { name: 'bakery', status: 'completed', rehearsal },
      { name: 'over', status: 'ready' },
    ],
  });
  expect(await row(/asked.*For your team/)).toBeVisible();
  expect(within(await row(/over/)).queryByText(/^For /)).not.toBeInTheDocument();
  await user.click(within(await row(/bakery.*For the customer/)).getByRole('link', { name: /^bakery\./ }));
  const details = within(await dialog(/^bakery\./));
  expect(await details.findByRole('heading', { name: 'Pages of the copy' })).toBeVisible();
  expect(details.getByText(/^Copy: 200, “Bakery”, .+ Original: 200, “Old bakery”/)).toBeVisible();
});
