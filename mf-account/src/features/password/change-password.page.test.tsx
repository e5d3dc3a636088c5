import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/my-account/change-password', ...input });
type Opened = Awaited<ReturnType<typeof open>>;

async function fill({ user }: Opened, current: string, next: string, repeated = next) {
  await user.type(await screen.findByLabelText('Current password'), current);
  await user.type(screen.getByLabelText('New password'), next);
  await user.type(screen.getByLabelText('Repeat the new password'), repeated);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

test('the new password is set and the page confirms it', async () => {
  const page = await open();
  await fill(page, page.scenario.password, 'Another-pass-2');
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(page.address()).toBe('/my-account/password-changed');
});

test('a generated password fills both fields and can be copied', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Generate' }));
  const generated = screen.getByLabelText<HTMLInputElement>('New password').value;
  expect(generated).toHaveLength(20);
  expect(screen.getByLabelText('Repeat the new password')).toHaveValue(generated);
  expect(screen.getByRole('button', { name: 'Copy password' })).toBeVisible();
});

test('a half-typed password delays a new version until it is cleared', async () => {
  const { user, holds } = await open();
  const current = await screen.findByLabelText('Current password');
  expect(holds()).toBe(false);
  await user.type(current, 'Half');
  expect(holds()).toBe(true);
  await user.clear(current);
  expect(holds()).toBe(false);
});

test('opened without a change, the page does not claim one and links to the form', async () => {
  const page = await open({ path: '/my-account/password-changed' });
  expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible();
  expect(page.address()).toBe('/my-account/change-password');
});

test('a wrong current password is reported at its field', async () => {
  const page = await open();
  await fill(page, 'Wrong-pass-1', 'Another-pass-2');
  expect(await screen.findByText('The current password is wrong.')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toHaveFocus();
  expect(page.address()).toBe('/my-account/change-password');
});

test.each([
  ['Short1', 'Password should be at least 8 characters.'],
  ['no-capital-1', 'Password should be contains at least one capital letter.'],
  ['No-number-here', 'Password should be contains at least one number.'],
  [`A1${'x'.repeat(49)}`, 'Password should be at most 50 characters.'],
])('the new password %p is refused with the text of the specification', async (password, text) => {
  const page = await open();
  await fill(page, page.scenario.password, password);
  expect(await screen.findByText(text)).toBeVisible();
  expect(page.bridge.calls).not.toContain('POST /set-password');
});

test('two different new passwords are rejected', async () => {
  const page = await open();
  await fill(page, page.scenario.password, 'Another-pass-2', 'Another-pass-3');
  expect(await screen.findByText('The two passwords are not the same.')).toBeVisible();
});

test('staff stay on their page and see one confirmation', async () => {
  const page = await renderPage({ remote: { manifest, pages }, path: '/change-password', role: 'admin' });
  await fill(page, page.scenario.password, 'Another-pass-2');
  await waitFor(() => expect(page.notices.map(({ title }) => title)).toEqual(['Password changed']));
  expect(page.address()).toBe('/change-password');
});
