import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { panelStore, userAtom } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { fullLoad } from './full-load.ts';

// jsdom cannot make a full page view, so the tests check its target.
jest.mock('./full-load.ts', () => ({ fullLoad: jest.fn() }));

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/my-account/profile', ...input });

test('a saved profile is still there when the page is opened again', async () => {
  const first = await open();
  const name = await screen.findByLabelText('First name');
  await first.user.clear(name);
  await first.user.type(name, 'Ada');
  await first.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(first.notices).toContainEqual(expect.objectContaining({ message: 'Profile saved.' })));
  first.unmount();

  await open({ as: first.scenario });
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada');
});

test('a phone number without digits is rejected at its field, and the input stays', async () => {
  const { user, bridge } = await open();
  const phone = await screen.findByLabelText(/Phone number/);
  await user.clear(phone);
  await user.type(phone, 'call me');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Enter a phone number with digits/)).toBeVisible();
  expect(phone).toHaveValue('call me');
  expect(phone).toHaveFocus();
  expect(bridge.calls).not.toContain('PUT /user/profile');
});

test('without a network the input stays, the form shows the error, and saving again works', async () => {
  const { user, bridge, notices, holds } = await open();
  const name = await screen.findByLabelText('Last name');
  await user.clear(name);
  await user.type(name, 'Lovelace');
  bridge.offline = true;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/couldn’t reach the server/)).toBeVisible();
  expect(name).toHaveValue('Lovelace');
  expect(holds()).toBe(true);
  bridge.offline = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(notices).toContainEqual(expect.objectContaining({ message: 'Profile saved.' })));
});

test('when another account has signed in meanwhile, nothing is saved in its name and the input stays', async () => {
  const { user, scenario, bridge } = await open();
  const name = await screen.findByLabelText('First name');
  await user.clear(name);
  await user.type(name, 'Typed by another');
  // The cookies belong to the signed-in account, the page to the other one.
  act(() => panelStore.set(userAtom, (now) => now && { ...now, id: crypto.randomUUID() }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/was opened by another account than the one that is signed in now/)).toBeVisible();
  expect(bridge.calls).toContain('PUT /user/profile');
  expect(name).toHaveValue('Typed by another');
  cleanup();

  await open({ as: scenario });
  expect(await screen.findByLabelText('First name')).not.toHaveValue('Typed by another');
});

test('another email waits for both addresses, and can be stopped', async () => {
  const { user, notices } = await open();
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  await user.type(await screen.findByLabelText(/^New email/), 'ada@people.example');
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  expect(await screen.findByText('Waiting for both addresses')).toBeVisible();
  expect(screen.getByText('ada@people.example')).toBeVisible();
  expect(screen.getAllByText('Not confirmed yet')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Stop the change' }));
  await waitFor(() => expect(screen.queryByText('Waiting for both addresses')).not.toBeInTheDocument());
  expect(notices).toContainEqual(expect.objectContaining({ message: 'Your email stays as it is.' }));
});

test('the email that the account has is rejected at its field', async () => {
  const { user, scenario } = await open();
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  await user.type(await screen.findByLabelText(/^New email/), scenario.user?.email ?? '');
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  expect(await screen.findByText('Your account has this email already.')).toBeVisible();
});

test('the account is deleted once its email is typed, after what goes and what stays was said', async () => {
  const { user, scenario, bridge } = await open();
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }));
  expect(await dialog.findByText('0 applications')).toBeVisible();
  expect(dialog.getByText('Your invoices at the payment provider')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.type(dialog.getByRole('textbox'), scenario.user?.email ?? '');
  await user.click(confirm);
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith(expect.stringMatching(/^\/accountLink\?token=.{20,}$/)));
  expect(bridge.calls).toContain('POST /account/deletion');
});

test('an archive of the account is begun once', async () => {
  const { user, bridge } = await open();
  await user.click(await screen.findByRole('button', { name: 'Make an archive' }));
  expect(await screen.findByText(/Your archive is being made|An archive of .* is ready/)).toBeVisible();
  expect(bridge.calls.filter((call) => call === 'POST /account/export')).toHaveLength(1);
});
