import { screen, waitFor } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const remote = { manifest, pages };

test('where no provider is set up there is nothing to link', async () => {
  await renderPage({ remote, path: '/my-account/security' });
  expect(await screen.findByRole('heading', { name: 'Passkeys' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Linked accounts' })).not.toBeInTheDocument();
});

test('an account elsewhere can be linked, and a failure there is explained', async () => {
  const scenario = await makeScenario({
    role: 'admin',
    partner: { attributes: { SHOW_OTHER_LOGIN_OPTIONS: 'true' } },
  });
  const before = await renderPage({ remote, path: '/security', as: scenario });
  await screen.findByRole('heading', { name: 'Passkeys' });
  await api.loginProvider.create({ kind: 'github', client_id: 'ours', client_secret: 'secret' });
  before.unmount();
  const { bridge, user } = await renderPage({ remote, path: '/security?error=E06M01L02', as: scenario });
  expect(await screen.findByText('This user has already registered by another login provider')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Link GitHub' }));
  await waitFor(() => expect(bridge.calls).toContain('POST /auth/github/link'));
});
