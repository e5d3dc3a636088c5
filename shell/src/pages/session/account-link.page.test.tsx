import { screen } from '@testing-library/react';
import { api } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const remote = { manifest: { ...manifest, id: 'shell' as string }, pages };
const open = (path: string) => renderPage({ remote, path, role: 'anonymous' });

/** A customer deletes their account; the page that they come to, and later visits to it. */
async function deleted() {
  const customer = await renderPage({ remote, path: '/welcome' });
  const { redirectUrl } = await api.account.remove();
  customer.unmount();
  const visit = () => renderPage({ remote, path: redirectUrl, as: { ...customer.scenario, cookie: '', user: null } });
  return { visit, email: customer.scenario.user?.email ?? '' };
}

test('a deletion is said with its date, and undone by the button; then the link is used up', async () => {
  const { visit, email } = await deleted();
  const first = await visit();
  expect(await screen.findByRole('heading', { name: 'This account will be deleted' })).toBeVisible();
  expect(screen.getByText(new RegExp(`The account of ${email} will be deleted on`))).toBeVisible();
  expect(first.bridge.calls).not.toContain('POST /account/link/use');
  await first.user.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('heading', { name: 'Your account is kept' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  first.unmount();
  await visit();
  expect(await screen.findByText(/This link is no longer valid/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep my account' })).not.toBeInTheDocument();
});

test.each([
  ['/accountLink', /This link is incomplete/],
  [`/accountLink?token=${'x'.repeat(43)}`, /This link is no longer valid/],
])('%s offers nothing', async (path, text) => {
  await open(path);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
