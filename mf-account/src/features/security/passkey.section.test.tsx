import { screen, waitFor, within } from '@testing-library/react';
import { makeScenario, renderPage, withPasskeys } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

// The parts of antd take longer to load than a test waits for a dialog.
beforeAll(() => import('./passkey-add.panel.tsx'), 60_000);

async function open() {
  const scenario = await makeScenario();
  const device = withPasskeys(scenario.partner.domainAccessLink);
  const page = await renderPage({ remote: { manifest, pages }, path: '/my-account/security', as: scenario });
  return { ...page, device };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function add({ user }: Opened, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }));
  await user.type(dialog.getByLabelText(/^Name/), name);
  await user.click(dialog.getByRole('button', { name: 'Add passkey' }));
  return dialog;
}

test('a passkey is added with recovery codes, renamed and removed', async () => {
  const page = await open();
  const { user, device } = page;
  await add(page, 'Laptop');
  const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem');
  expect(codes).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'I have kept the codes' }));
  expect(await screen.findByText('Recovery codes left: 10.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Actions for Laptop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const rename = within(await screen.findByRole('dialog', { name: 'Rename passkey' }));
  await user.clear(rename.getByLabelText(/^Name/));
  await user.type(rename.getByLabelText(/^Name/), 'Phone');
  await user.click(rename.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Actions for Phone' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const remove = within(await screen.findByRole('dialog', { name: 'Remove the passkey Phone?' }));
  await user.click(remove.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Phone')).not.toBeInTheDocument());
  device.remove();
});

test('who closes the browser’s question reads that nothing was added, and can try again', async () => {
  const page = await open();
  page.device.state.refuses = true;
  const dialog = await add(page, 'Laptop');
  expect(await dialog.findByText('No passkey was used. Try again when you are ready.')).toBeVisible();
  page.device.state.refuses = false;
  await page.user.click(dialog.getByRole('button', { name: 'Add passkey' }));
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
  page.device.remove();
});

test('a browser without passkeys says so', async () => {
  await renderPage({ remote: { manifest, pages }, path: '/my-account/security' });
  expect(await screen.findByRole('button', { name: 'Add passkey' })).toHaveAttribute('aria-disabled', 'true');
});
