import { TOTP } from 'otpauth';
import { expect, opened, test } from './lib/journey.ts';
import { followMail } from './lib/mail.ts';

/* An account gets a second factor in one browser, and another browser needs it to sign in. */

const PASSWORD = 'First-panel-1';

test('an authenticator app, a sign-in with a recovery code in another browser, which is then signed out', async ({
  page,
  browser,
  origin,
}) => {
  const aurora = origin('aurora');
  const email = `careful-${process.pid}@people.example`;
  await page.goto(`${aurora}/signup`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill('Cara');
  await page.getByRole('button', { name: 'Create account' }).click();
  await opened(page, 'Check your email');
  await followMail(page, aurora, email, /password|account|welcome/i);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await opened(page, /^Welcome to .+, Cara$/);

  const codes = await test.step('the app is set up with its first code', async () => {
    await page.goto(`${aurora}/my-account/security`);
    await opened(page, 'Security');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
    const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
    await dialog.getByLabel(/^Code/).fill(new TOTP({ secret }).generate());
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(shown).toHaveCount(10);
    const kept = await shown.allInnerTexts();
    await page.getByRole('button', { name: 'I have kept the codes' }).click();
    return kept;
  });

  const other = await (await browser.newContext()).newPage();
  await test.step('another browser is asked for a code', async () => {
    await other.goto(`${aurora}/login`);
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await opened(other, 'Enter your code');
    await other.goto(`${aurora}/sites`);
    await expect(other).toHaveURL(/\/login/);
    await other.goBack();
    await other.getByLabel(/^Code/).fill('not-a-code-1');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.getByText(/code is wrong/i)).toBeVisible();
    await other.getByLabel(/^Code/).fill(codes[0] ?? '');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other).not.toHaveURL(/secondFactor/);
    await other.goto(`${aurora}/my-account/security`);
    await opened(other, 'Security');
  });

  await test.step('the first one signs it out', async () => {
    await page.reload();
    await opened(page, 'Security');
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Sign out/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await other.goto(`${aurora}/my-account/profile`);
    await expect(other).toHaveURL(/\/login/);
  });
});
