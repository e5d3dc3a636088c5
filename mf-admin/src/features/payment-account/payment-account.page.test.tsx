import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

/** An account of the processor of page tests (server/src/testing/main.ts). */
const KEYS = { secret: 'sk_test_partner0123456789', publishable: 'pk_test_partner0123456789' };

// The form takes longer to load than a test waits for a dialog.
beforeAll(() => import('./payment-keys.panel.tsx'), 60_000);

const open = (input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/payments', role: 'admin', ...input });
type Opened = Awaited<ReturnType<typeof open>>;

async function connect({ user }: Opened, { secret, publishable } = KEYS) {
  await user.click(await screen.findByRole('button', { name: 'Connect Stripe' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Stripe' }));
  await user.type(dialog.getByLabelText(/^Secret key/), secret);
  await user.type(dialog.getByLabelText(/^Publishable key/), publishable);
  await user.click(dialog.getByRole('button', { name: 'Check and connect' }));
  return dialog;
}

test('an account is connected, checked and disconnected, and its keys are not shown', async () => {
  const page = await open();
  const { user } = page;
  expect(await screen.findByRole('heading', { name: 'No account connected' })).toBeVisible();
  await connect(page);
  expect(await screen.findByRole('heading', { name: 'Partner Shop' })).toBeVisible();
  expect(screen.getByText('Test')).toBeVisible();
  expect(screen.getAllByText('Ends in 6789')).toHaveLength(2);
  expect(screen.getByText(/\/stripe\/webhook\/[0-9a-f-]{36}$/)).toBeVisible();
  expect(screen.getByText('None yet')).toBeVisible();
  expect(document.body).not.toHaveTextContent(KEYS.secret);
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('The account works.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Partner Shop?' }));
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByRole('heading', { name: 'No account connected' })).toBeVisible();
});

test('wrong keys are refused at their field, and nothing is connected', async () => {
  const page = await open();
  const { user } = page;
  const dialog = await connect(page, { ...KEYS, secret: 'sk_test_nobody0123456789' });
  expect(await dialog.findByText(/^Stripe doesn’t accept this key\./)).toBeVisible();
  const secret = dialog.getByLabelText(/^Secret key/);
  await user.clear(secret);
  await user.type(secret, KEYS.secret);
  const publishable = dialog.getByLabelText(/^Publishable key/);
  await user.clear(publishable);
  await user.type(publishable, 'pk_test_pages0123456789');
  await user.click(dialog.getByRole('button', { name: 'Check and connect' }));
  expect(await dialog.findByText(/belongs to another Stripe account/)).toBeVisible();
  await user.clear(publishable);
  await user.type(publishable, KEYS.publishable);
  await user.click(dialog.getByRole('button', { name: 'Check and connect' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('heading', { name: 'Partner Shop' })).toBeVisible();
});

test('who paid before stays at the provider of the panel, and staff read that', async () => {
  const page = await open({ purchases: ['site_basic'] });
  await connect(page);
  expect(await screen.findByText('Some customers still pay to the provider of this panel')).toBeVisible();
  expect(screen.getByText(/^1 subscription or open order was made before/)).toBeVisible();
});
