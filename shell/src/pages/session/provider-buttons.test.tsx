import { screen, waitFor } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { fullLoad } from './full-load.ts';

// jsdom cannot make a full page view, so the tests check its target.
jest.mock('./full-load.ts', () => ({ fullLoad: jest.fn() }));

const remote = { manifest: { ...manifest, id: 'shell' as string }, pages };

/** The sign-in page of a partner that has set GitHub up. */
async function visit(shown: 'true' | 'false') {
  const scenario = await makeScenario({
    role: 'admin',
    partner: { attributes: { SHOW_OTHER_LOGIN_OPTIONS: shown } },
  });
  const staff = await renderPage({ remote, path: '/dashboard', as: scenario });
  await api.loginProvider.create({ kind: 'github', client_id: 'ours', client_secret: 'secret' });
  staff.unmount();
  return renderPage({ remote, path: '/login?next=%2Fsites', as: { ...scenario, cookie: '', user: null } });
}

test('a provider’s button leads to it, with what comes back later', async () => {
  const { user } = await visit('true');
  await user.click(await screen.findByRole('button', { name: 'Continue with GitHub' }));
  await waitFor(() => expect(fullLoad).toHaveBeenCalled());
  const address = new URL(String(jest.mocked(fullLoad).mock.calls[0]?.[0]));
  expect(address.origin + address.pathname).toBe('https://github.com/login/oauth/authorize');
  expect(address.searchParams.get('redirect_uri')).toMatch(/\/auth\/github\/callback$/);
  expect(address.searchParams.get('state')).toHaveLength(43);
});

test('a partner that shows no other login options has no buttons, and is not asked for any', async () => {
  const { bridge } = await visit('false');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument();
  expect(bridge.calls).not.toContain('GET /auth/providers');
});
