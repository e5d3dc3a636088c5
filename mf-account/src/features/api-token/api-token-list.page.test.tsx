import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage, type Scenario } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/my-account/api-tokens', ...input });
type Opened = Awaited<ReturnType<typeof open>>;

/** Creates tokens by the call, as the user of the page that is open. */
async function make({ password }: Scenario, ...names: string[]): Promise<void> {
  for (const name of names)
    await api.apiToken.create({ name, scopes: ['sites:read', 'dns:write'], expires_in_days: 30, password });
}

async function openForm({ user }: Opened) {
  await user.click((await screen.findAllByRole('button', { name: 'Create token' }))[0] as HTMLElement);
  return within(await screen.findByRole('dialog', { name: 'Create API token' }));
}

const reachOf = (form: ReturnType<typeof within>, area: string) => within(form.getByRole('radiogroup', { name: area }));

test('the empty page says what a token is for', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No API tokens yet' })).toBeVisible();
  expect(screen.getByText(/keep working when you change your password/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Revoke all' })).toHaveAttribute('aria-disabled', 'true');
});

test('backups are offered as long as sites or applications are on', async () => {
  const off = { SECTION_SITES: 'false' };
  const page = await open({ partner: { special: true, attributes: off } });
  const form = await openForm(page);
  expect(reachOf(form, 'Backups').getByRole('radio', { name: 'Read' })).toBeVisible();
  expect(form.queryByRole('radiogroup', { name: 'Sites' })).not.toBeInTheDocument();
});

test('a token is created with scopes by area, shown once with a command, and listed', async () => {
  const page = await open();
  const { user, scenario } = page;
  const form = await openForm(page);
  await user.type(form.getByLabelText(/^Name/), 'Deploy');
  await user.click(reachOf(form, 'Sites').getByRole('radio', { name: 'Read and change' }));
  await user.click(reachOf(form, 'DNS').getByRole('radio', { name: 'Read' }));
  await user.selectOptions(form.getByLabelText('Expires after'), '30 days');
  await user.type(form.getByLabelText(/^Your password/), scenario.password);
  await user.click(form.getByRole('button', { name: 'Create token' }));

  const created = within(await screen.findByRole('dialog', { name: 'Token created' }));
  const text = created.getByText(/^pnl_[0-9A-Za-z]{49}$/).textContent ?? '';
  expect(created.getByText(/^curl /)).toHaveTextContent(
    `curl -H 'Authorization: Bearer ${text}' '${window.location.origin}/site?pageSize=5'`,
  );
  expect(created.getByRole('button', { name: 'Copy command' })).toBeVisible();
  await user.click(created.getByRole('button', { name: 'Done' }));

  const row = await screen.findByRole('row', { name: /Deploy/ });
  expect(row).toHaveTextContent(`${text.slice(0, 10)}…`);
  expect(row).toHaveTextContent('Reads: DNS. Reads and changes: Sites');
  expect(within(row).getByText('Active')).toBeVisible();
  expect(within(row).getByText('Never')).toBeVisible();
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  await waitFor(() => expect(page.address()).toBe('/my-account/api-tokens'));
});

test('what is missing is said at its field, and a wrong password keeps the input', async () => {
  const page = await open();
  const { user, bridge } = page;
  const form = await openForm(page);
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByText('Enter a name.')).toBeVisible();
  expect(form.getByText('Choose what the token can reach.')).toBeVisible();
  expect(form.getByText('Enter your password.')).toBeVisible();
  expect(bridge.calls).not.toContain('POST /api-token');

  await user.type(form.getByLabelText(/^Name/), 'Deploy');
  await user.click(reachOf(form, 'Account').getByRole('radio', { name: 'Read' }));
  await user.type(form.getByLabelText(/^Your password/), 'Wrong-pass-1');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByText('The current password is wrong.')).toBeVisible();
  expect(form.getByLabelText(/^Your password/)).toHaveFocus();
  expect(form.getByLabelText(/^Name/)).toHaveValue('Deploy');
});

test('a token without an end gets a warning', async () => {
  const page = await open();
  const form = await openForm(page);
  expect(form.queryByText(/works until you revoke it/)).not.toBeInTheDocument();
  await page.user.selectOptions(form.getByLabelText('Expires after'), 'Never');
  expect(await form.findByText(/works until you revoke it/)).toBeVisible();
});

test('areas of sections that the partner has switched off are not offered', async () => {
  const as = await makeScenario({ partner: { special: false, attributes: { SECTION_DNS: 'false' } } });
  const form = await openForm(await open({ as }));
  expect(form.getByRole('radiogroup', { name: 'Sites' })).toBeInTheDocument();
  expect(form.queryByRole('radiogroup', { name: 'DNS' })).not.toBeInTheDocument();
  expect(form.queryByRole('radiogroup', { name: 'Applications' })).not.toBeInTheDocument();
});

test('a token is revoked after a question, and cannot be revoked twice', async () => {
  const first = await open();
  await make(first.scenario, 'Old script');
  first.unmount();
  const { user, notices } = await open({ as: first.scenario });
  const row = await screen.findByRole('row', { name: /Old script/ });
  await user.click(within(row).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke “Old script”?' }));
  await user.click(dialog.getByRole('button', { name: 'Revoke token' }));
  expect(await within(row).findByText('Revoked')).toBeVisible();
  expect(notices).toContainEqual(expect.objectContaining({ message: 'Token “Old script” revoked.' }));
  await user.click(within(row).getByRole('button', { name: /Actions/ }));
  expect(await screen.findByRole('menuitem', { name: /^Revoke/ })).toHaveAttribute('aria-disabled', 'true');
});

test('all tokens are revoked at once', async () => {
  const first = await open();
  await make(first.scenario, 'One', 'Two');
  first.unmount();
  const { user, notices } = await open({ as: first.scenario });
  await user.click(await screen.findByRole('button', { name: 'Revoke all' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke all API tokens?' }));
  await user.click(dialog.getByRole('button', { name: 'Revoke all' }));
  expect(await screen.findAllByText('Revoked')).toHaveLength(2);
  expect(notices).toContainEqual(expect.objectContaining({ message: '2 tokens revoked.' }));
});
