import { screen, waitFor } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage, withPasskeys } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { fullLoad } from './full-load.ts';

// jsdom cannot make a full page view, so the tests check its target.
jest.mock('./full-load.ts', () => ({ fullLoad: jest.fn() }));

const remote = { manifest: { ...manifest, id: 'shell' as string }, pages };

/** A customer with a passkey on this device, who is not signed in. */
async function withOne(device: { suggests?: boolean } = {}) {
  const scenario = await makeScenario();
  const { authenticator, state, remove } = withPasskeys(scenario.partner.domainAccessLink, device);
  const page = await renderPage({ remote, path: '/welcome', as: scenario });
  const credential = authenticator.create(await api.passkey.begin());
  await api.passkey.add({ name: 'Laptop', credential });
  page.unmount();
  const visit = (path: string) => renderPage({ remote, path, as: { ...scenario, cookie: '', user: null } });
  return { visit, state, remove, scenario };
}

test('a passkey signs in without email and password', async () => {
  const { visit, remove, state } = await withOne();
  state.refuses = true;
  const { user } = await visit('/login?next=%2Fmy-account%2Fprofile');
  const button = await screen.findByRole('button', { name: 'Use a passkey' });
  await user.click(button);
  expect(await screen.findByText('No passkey was used. Try again when you are ready.')).toBeVisible();
  expect(fullLoad).not.toHaveBeenCalled();
  state.refuses = false;
  await user.click(button);
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/my-account/profile', '/sites'));
  remove();
});

test('a browser that suggests passkeys needs no button', async () => {
  const { visit, remove } = await withOne({ suggests: true });
  await visit('/login?next=%2Fmy-account%2Fprofile');
  expect(await screen.findByLabelText(/^Email/)).toHaveAttribute('autocomplete', 'username webauthn');
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/my-account/profile', '/sites'));
  remove();
});

test('after the password the passkey is the second step', async () => {
  const { visit, remove, scenario } = await withOne();
  const { user } = await visit('/login?next=%2Fmy-account%2Fprofile');
  await user.type(await screen.findByLabelText(/^Email/), scenario.user?.email ?? '');
  await user.type(screen.getByLabelText(/^Password/), scenario.password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  expect(screen.getByLabelText(/^Recovery code/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/my-account/profile', '/sites'));
  remove();
});
