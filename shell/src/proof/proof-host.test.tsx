import { act, screen, waitFor } from '@testing-library/react';
import { api } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../manifest.ts';
import { pages } from '../pages.ts';
import { ProofHost } from './proof-host.tsx';

// The dialog is loaded when it is needed.
beforeAll(() => import('./proof-dialog.tsx'), 60_000);

const remote = {
  manifest: { ...manifest, id: 'shell' as string },
  pages: { ...pages, welcome: async () => ({ Component: ProofHost }) },
};

/** A page whose session has an old proof: the server's own answer to that, until the proof has been given again. */
async function openLate() {
  const page = await renderPage({ remote, path: '/welcome' });
  await waitFor(() => expect(screen.queryByText('Loading')).not.toBeInTheDocument());
  const { fetch } = page.bridge;
  let isOld = true;
  const late: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/security/totp' && isOld) {
      page.bridge.calls.push('refused');
      return Response.json({ status: false, code: 'PROOF_NEEDED', title: 'x', message: 'Again.' }, { status: 403 });
    }
    const answer = await fetch(request);
    if (pathname === '/security/proof' && answer.ok) isOld = false;
    return answer;
  };
  globalThis.fetch = late;
  window.fetch = late;
  return page;
}

test('a call that needs a proof asks for the password, and runs again after it', async () => {
  const { user, scenario, bridge, address } = await openLate();
  let call: ReturnType<typeof api.security.beginTotp> | undefined;
  act(() => {
    call = api.security.beginTotp();
  });
  const field = await screen.findByLabelText(/^Your password/);
  await user.type(field, 'Wrong1Password');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The current password is wrong.')).toBeVisible();
  await user.clear(field);
  await user.type(field, scenario.password);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await call)?.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(bridge.calls.filter((each) => each === 'refused')).toHaveLength(1);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toBe('/welcome');
});

test('who closes the dialog stays on the page, and the call fails', async () => {
  const { user, address } = await openLate();
  let failed: Promise<unknown> | undefined;
  act(() => {
    failed = api.security.beginTotp().catch((error: unknown) => error);
  });
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await failed).toMatchObject({ code: 'PROOF_NEEDED', message: 'Again.' });
  expect(address()).toBe('/welcome');
});
