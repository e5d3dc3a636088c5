import { act, screen, waitFor } from '@testing-library/react';
import { TOTP } from 'otpauth';
import { loginErrorText } from '@panel/contract/login-errors';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { fullLoad } from './full-load.ts';

// jsdom cannot make a full page view, so the tests check its target.
jest.mock('./full-load.ts', () => ({ fullLoad: jest.fn() }));

const remote = { manifest: { ...manifest, id: 'shell' as string }, pages };
const visit = (path: string) => renderPage({ remote, path, role: 'anonymous' });

type Link = NonNullable<Parameters<typeof makeScenario>[0]>['link'];
const LINKS = { '/resetPassword': 'reset_password', '/setPassword': 'set_password' } as const;
const isLink = (path: string): path is keyof typeof LINKS => path in LINKS;

/** Opens the page that an email links to, with a link that is valid. */
async function followLink(path: keyof typeof LINKS, link: Link = LINKS[path]) {
  const scenario = await makeScenario({ role: 'anonymous', link });
  return renderPage({ remote, path: `${path}?token=${scenario.linkToken}`, as: scenario });
}

test('signing in opens the server’s target, and passes the requested one on', async () => {
  const customer = await renderPage({ remote, path: '/welcome' });
  customer.unmount();
  const { user, scenario } = await renderPage({
    remote,
    path: '/login?next=%2Fmy-account%2Fprofile',
    as: { ...customer.scenario, cookie: '', user: null },
  });
  await user.type(await screen.findByLabelText(/^Email/), customer.scenario.user?.email ?? '');
  await user.type(screen.getByLabelText(/^Password/), scenario.password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/my-account/profile', '/sites'));
});

test.each([
  ['/login', /^Password/],
  ['/signup', /^First name/],
  ['/forgotPassword', /^Email/],
  ['/resetPassword', /^New password/],
  ['/setPassword', /^New password/],
])('%s: what is typed holds a new version of the shell off', async (path, label) => {
  const { user, holds } = await (isLink(path) ? followLink(path) : visit(path));
  const field = await screen.findByLabelText(label);
  expect(holds()).toBe(false);
  await user.type(field, 'typed');
  expect(holds()).toBe(true);
  await user.clear(field);
  expect(holds()).toBe(false);
});

test('typing can start at once; after an error, and after another page, reading comes first', async () => {
  const { unmount } = await visit('/login');
  await waitFor(() => expect(screen.getByLabelText(/^Email/)).toHaveFocus());
  unmount();
  await visit('/login?error=oauth_failed');
  expect(await screen.findByLabelText(/^Email/)).not.toHaveFocus();
});

test('a wrong password is reported under the form, and the email stays', async () => {
  const { user } = await visit('/login');
  await user.type(await screen.findByLabelText(/^Email/), 'nobody@example.com');
  await user.type(screen.getByLabelText(/^Password/), 'Wrong-password-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password.');
  expect(screen.getByLabelText(/^Email/)).toHaveValue('nobody@example.com');
  expect(fullLoad).not.toHaveBeenCalled();
});

test.each([
  ['', 'Please fill the email field'],
  ['nobody', 'Invalid e-mail format'],
  [`${'a'.repeat(65)}@example.com`, 'Invalid e-mail format, the maximum total length of a user name is 64 characters'],
])('email %j: %s', async (email, message) => {
  const { user, bridge } = await visit('/login');
  const field = await screen.findByLabelText(/^Email/);
  if (email) await user.type(field, email);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText(message)).toBeVisible();
  expect(field).toHaveAccessibleDescription(message);
  expect(field).toHaveFocus();
  expect(bridge.calls).not.toContain('POST /login');
});

test.each([
  ['?error=E1009', 'The staff credentials are not valid!'],
  ['?error=E03M01L02', 'Something went wrong during getting access tokens for Gitlab'],
  ['?error=E99', 'Something went wrong during process your request'],
  ['?error=1', 'Something went wrong during login. Please try again later!'],
  ['?error=__proto__', 'Something went wrong during login. Please try again later!'],
  ['?error=constructor', 'Something went wrong during login. Please try again later!'],
  ['?error=1&message=%3Cb%3EClosed%3C%2Fb%3E', '<b>Closed</b>'],
])('%s shows a notice titled Error: %s', async (query, message) => {
  await visit(`/login${query}`);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(`Error${message}`);
  expect(loginErrorText(new URLSearchParams(query).get('error') ?? '', new URLSearchParams(query).get('message'))).toBe(
    message,
  );
});

test('no network: the form shows the error, and works once it is back', async () => {
  const { user, bridge } = await visit('/login');
  await user.type(await screen.findByLabelText(/^Email/), 'nobody@example.com');
  await user.type(screen.getByLabelText(/^Password/), 'Wrong-password-1');
  bridge.offline = true;
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('We couldn’t reach the server. Check your connection and try again.')).toBeVisible();
  bridge.offline = false;
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Wrong email or password.')).toBeVisible();
});

test('signing out ends the session, removes drafts and leaves', async () => {
  localStorage.setItem('panel.draft.site', '{}');
  const { bridge } = await renderPage({ remote, path: '/logout' });
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/login', '/login'));
  expect(bridge.calls.filter((call) => call === 'POST /logout')).toHaveLength(1);
  expect(localStorage.getItem('panel.draft.site')).toBeNull();
});

test('signing out without a response shows an error for 7 seconds and on the page, and can be retried', async () => {
  const { user, bridge, notices, router } = await renderPage({ remote, path: '/welcome' });
  await screen.findByRole('heading', { name: /^Welcome/ });
  bridge.offline = true;
  await act(() => router.navigate('/logout'));
  expect(await screen.findByRole('heading', { name: 'You are still signed in' })).toBeVisible();
  expect(notices).toContainEqual(
    expect.objectContaining({
      kind: 'error',
      title: 'Error',
      message: 'Something went wrong during logout',
      duration: 7000,
    }),
  );
  expect(screen.getAllByText('Something went wrong during logout').length).toBeGreaterThan(0);
  bridge.offline = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/login', '/login'));
});

test.each([
  ['/signup', 'Create account'],
  ['/forgotPassword', 'Send link'],
])('%s says the same for any address', async (path, button) => {
  const { user } = await visit(path);
  await user.type(await screen.findByLabelText(/^Email/), 'new@example.com');
  await user.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(screen.getByText('new@example.com')).toBeVisible();
});

test.each([
  ['short1A', 'Password should be at least 8 characters.'],
  ['long-enough-A', 'Password should be contains at least one number.'],
  ['long-enough-1', 'Password should be contains at least one capital letter.'],
])('a new password %s: %s', async (password, message) => {
  const { user, bridge } = await followLink('/resetPassword');
  await user.type(await screen.findByLabelText(/^New password/), password);
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(screen.getByText(message)).toBeVisible();
  expect(bridge.calls).not.toContain('POST /reset-password');
});

test.each(['/resetPassword', '/setPassword'] as const)(
  '%s with a link that is no longer valid asks for no password and leads to a new link',
  async (path) => {
    const { bridge } = await visit(`${path}?token=${'t'.repeat(43)}`);
    expect(await screen.findByText('This link is no longer valid. Request a new one.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgotPassword');
    expect(screen.queryByLabelText(/^New password/)).not.toBeInTheDocument();
    expect(bridge.calls.filter((call) => call === 'POST /password-link')).toHaveLength(1);
  },
);

test('a link that is used up while its page is open is refused when the password is sent', async () => {
  const { user, scenario } = await followLink('/resetPassword');
  await user.type(await screen.findByLabelText(/^New password/), 'Demo-panel-2');
  await api.session.resetPassword({ token: scenario.linkToken, password: 'Demo-panel-3' });
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('This link is no longer valid. Request a new one.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgotPassword');
});

test('the first password signs its owner in and opens the greeting; a reset leads to the sign-in', async () => {
  const first = await followLink('/setPassword');
  await first.user.type(await screen.findByLabelText(/^New password/), 'Demo-panel-2');
  await first.user.click(screen.getByRole('button', { name: 'Set password' }));
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/welcome', '/'));
  expect(await api.user.profile()).toMatchObject({ role: 'customer' });
  first.unmount();

  const second = await followLink('/resetPassword');
  await second.user.type(await screen.findByLabelText(/^New password/), 'Demo-panel-2');
  await second.user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

test('a customer without a site starts with the first steps', async () => {
  const customer = await makeScenario();
  const { user } = await renderPage({ remote, path: '/login', as: { ...customer, cookie: '', user: null } });
  await user.type(await screen.findByLabelText(/^Email/), customer.user?.email ?? '');
  await user.type(screen.getByLabelText(/^Password/), customer.password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/get-started', '/sites'));
});

test('a link without its token leads to a new one', async () => {
  await visit('/setPassword');
  expect(await screen.findByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgotPassword');
});

/** A customer with an authenticator app, who is not signed in; `code` is a recovery code. */
async function withApp() {
  const customer = await renderPage({ remote, path: '/welcome' });
  const { secret } = await api.security.beginTotp();
  const { codes } = await api.security.confirmTotp({ code: new TOTP({ secret }).generate() });
  customer.unmount();
  return { as: { ...customer.scenario, cookie: '', user: null }, owner: customer.scenario, code: codes[0] ?? '' };
}

test('after the password a code is asked for, and a wrong one is reported at its field', async () => {
  const { as, owner, code } = await withApp();
  const { user, address } = await renderPage({ remote, path: '/login?next=%2Fmy-account%2Fprofile', as });
  await user.type(await screen.findByLabelText(/^Email/), owner.user?.email ?? '');
  await user.type(screen.getByLabelText(/^Password/), owner.password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(address()).toBe('/secondFactor?next=%2Fmy-account%2Fprofile');
  expect(fullLoad).not.toHaveBeenCalled();
  const field = screen.getByLabelText(/^Code/);
  await user.type(field, '000000');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText(/^This code is wrong/)).toBeVisible();
  await user.clear(field);
  await user.type(field, code);
  await user.click(screen.getByRole('checkbox', { name: /for 30 days$/ }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(fullLoad).toHaveBeenCalledWith('/my-account/profile', '/sites'));
});

test('a sign-in that took too long says so and leads back to the password', async () => {
  const { user } = await visit('/secondFactor');
  await user.type(await screen.findByLabelText(/^Code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('This sign-in took too long. Sign in again.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', '/login');
});
