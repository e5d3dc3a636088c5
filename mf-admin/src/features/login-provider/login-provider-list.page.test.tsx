import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

// The parts of antd take longer to load than a test waits for a dialog.
beforeAll(() => import('./login-provider-add.panel.tsx'), 60_000);

const open = (attributes: Record<string, string> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/sign-in', role: 'admin', partner: { attributes } });

type Opened = Awaited<ReturnType<typeof open>>;

async function addGithub({ user }: Opened) {
  await user.click((await screen.findAllByRole('button', { name: 'Add provider' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add provider' }));
  await user.selectOptions(dialog.getByLabelText(/^Provider/), 'GitHub');
  expect(dialog.getByText(/\/auth\/github\/callback$/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Add provider' }));
  expect(await dialog.findByText('Enter the client ID.')).toBeVisible();
  await user.type(dialog.getByLabelText(/^Client ID/), 'our-client');
  await user.type(dialog.getByLabelText(/^Client secret/), 'our-secret');
  await user.click(dialog.getByRole('button', { name: 'Add provider' }));
}

test('a provider is added, changed and removed', async () => {
  const page = await open({ SHOW_OTHER_LOGIN_OPTIONS: 'true' });
  const { user } = page;
  expect(await screen.findByText('No providers yet')).toBeVisible();
  await addGithub(page);
  expect(await screen.findByText('GitHub')).toBeVisible();
  expect(screen.queryByText('The sign-in page shows none of them')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change' }));
  const change = within(await screen.findByRole('dialog', { name: 'Change GitHub' }));
  expect(change.getByLabelText(/^Client ID/)).toHaveValue('our-client');
  await user.type(change.getByLabelText(/^Client ID/), '-2');
  await user.click(change.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(await screen.findByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const remove = within(await screen.findByRole('dialog', { name: 'Remove GitHub?' }));
  await user.click(remove.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No providers yet')).toBeVisible();
});

test('a partner whose sign-in page shows none of them reads that', async () => {
  const page = await open({ SHOW_OTHER_LOGIN_OPTIONS: 'false' });
  await addGithub(page);
  expect(await screen.findByText('The sign-in page shows none of them')).toBeVisible();
});
