import { screen, waitFor, within } from '@testing-library/react';
import { TOTP } from 'otpauth';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path = '/my-account/security', input = {}) => renderPage({ remote: { manifest, pages }, path, ...input });
// The parts of antd take longer to load than a test waits for a dialog.
beforeAll(() => import('./totp-set-up.panel.tsx'), 60_000);

type Opened = Awaited<ReturnType<typeof open>>;

/** Sets the app up as a user does; returns its secret and a recovery code. */
async function setUp({ user }: Opened): Promise<{ secret: string; code: string }> {
  await user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up authenticator app' }));
  expect(await dialog.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = dialog.getByText(/^[A-Z2-7]{32}$/).textContent ?? '';
  await user.type(dialog.getByLabelText(/^Code/), '000000');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await dialog.findByText(/^This code is wrong/)).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Code/));
  await user.type(dialog.getByLabelText(/^Code/), new TOTP({ secret }).generate());
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem');
  expect(codes).toHaveLength(10);
  const code = codes[0]?.textContent ?? '';
  await user.click(screen.getByRole('button', { name: 'I have kept the codes' }));
  return { secret, code };
}

test('an app is set up with its first code, and removed with password and code', async () => {
  const page = await open();
  const { user, scenario } = page;
  const { code } = await setUp(page);
  expect(await screen.findByText(/Recovery codes left: 10\.$/)).toBeVisible();
  expect(screen.queryByText(code)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove authenticator app' }));
  await user.type(dialog.getByLabelText(/^Your password/), scenario.password);
  await user.type(dialog.getByLabelText(/^Code/), code);
  await user.click(dialog.getByRole('button', { name: 'Remove app' }));
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
});

test('new recovery codes are shown once, after a question', async () => {
  const page = await open();
  const { code } = await setUp(page);
  await page.user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  await page.user.click(await screen.findByRole('button', { name: 'Get new codes' }));
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  expect(within(list).queryByText(code)).not.toBeInTheDocument();
});

test('staff can require it once they have one, and then cannot remove it', async () => {
  const page = await open('/security', { role: 'admin' });
  const wanted = await screen.findByRole('switch', { name: /^Require a second factor/ });
  expect(wanted).toBeDisabled();
  await setUp(page);
  await waitFor(() => expect(wanted).toBeEnabled());
  await page.user.click(wanted);
  await waitFor(() => expect(wanted).toBeChecked());
  expect(await screen.findByRole('button', { name: 'Remove app' })).toHaveAttribute('aria-disabled', 'true');
});
