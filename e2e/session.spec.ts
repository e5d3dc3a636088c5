import type { Page } from '@playwright/test';
import { loginErrors } from '@panel/contract/login-errors';
import { expect, opened, test } from './lib/journey.ts';
import { followMail } from './lib/mail.ts';

/* How a user signs in, is kept out, and returns to the page they wanted. */

const PASSWORD = 'Another-panel-2';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openProfile(page: Page, panel: string): Promise<void> {
  await page.goto(`${panel}/my-account/profile`);
  await opened(page, 'Profile');
}

test('an account by email: sign up, set the password, sign in, forget it, reset it', async ({ page, origin }) => {
  const aurora = origin('aurora');
  const email = `newcomer-${process.pid}@people.example`;
  await page.goto(`${aurora}/signup`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill('Nora');
  await page.getByRole('button', { name: 'Create account' }).click();
  await opened(page, 'Check your email');

  await followMail(page, aurora, email, /password|account|welcome/i);
  await opened(page, 'Set your password');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password should be at least 8 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('First-panel-1');
  await page.getByRole('button', { name: 'Set password' }).click();
  // The first password signs its owner in.
  await opened(page, /^Welcome to .+, Nora$/);
  await page.getByRole('link', { name: 'Get started' }).click();
  await opened(page, 'Get started');
  await page.goto(`${aurora}/sites`);
  await expect(page.getByText('No sites yet')).toBeVisible();

  await page.goto(`${aurora}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await opened(page, 'Check your email');
  await followMail(page, aurora, email, /reset|new password/i);
  await opened(page, 'Reset your password');
  const link = page.url();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await opened(page, 'Your password is set');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, email, PASSWORD);
  // Without a site it begins with the first steps.
  await opened(page, 'Get started');

  // The link in the email works once.
  await page.goto(link);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This link is no longer valid. Request a new one.',
  );
});

test('the error catalogue on the sign-in page', async ({ page, origin }) => {
  const notice = page.getByRole('main').getByRole('alert');
  for (const [code, text] of Object.entries(loginErrors).filter(([code]) =>
    ['E01M02L02', 'E04M01L03', 'E06M01L02', 'E1002', 'E1007', 'E1009'].includes(code),
  )) {
    await page.goto(`${origin('aurora')}/login?error=${code}`);
    await expect(notice).toContainText('Error');
    await expect(notice).toContainText(text);
  }
  await page.goto(`${origin('aurora')}/login?error=E9999`);
  await expect(notice).toContainText('Something went wrong during process your request');
  await page.goto(
    `${origin('aurora')}/login?error=1&message=${encodeURIComponent('<img src=x onerror=alert(1)> told')}`,
  );
  await expect(notice).toContainText('<img src=x onerror=alert(1)> told');
  await page.goto(`${origin('aurora')}/login?error=1`);
  await expect(notice).toContainText('Something went wrong during login. Please try again later!');
});

test('after ten wrong passwords even the right one is blocked', async ({ page, origin }) => {
  await page.goto(`${origin('cobalt')}/login`);
  const notice = page.getByRole('main').getByRole('alert');
  const answered = (status: number) =>
    page.waitForResponse(
      (answer) =>
        new URL(answer.url()).pathname === '/login' &&
        answer.request().method() === 'POST' &&
        answer.status() === status,
    );
  for (let tries = 0; tries < 10; tries += 1) {
    await Promise.all([answered(400), signIn(page, 'second@cobalt.example', `Wrong-panel-${tries}`)]);
  }
  await Promise.all([answered(429), signIn(page, 'second@cobalt.example', 'Demo-panel-1')]);
  await expect(notice).toHaveText(/Too many attempts\. Try again in 1[0-5] minutes\./);
  await expect(page).toHaveURL(/\/login/);
});

test('a deep link is restored after the sign-in, with its filters', async ({ page, origin, panel }) => {
  await page.goto(`${origin('aurora')}/sites?status=ready`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, 'customer@aurora.example', panel.accounts[0]?.password ?? '');
  await expect(page).toHaveURL(`${origin('aurora')}/sites?status=ready`);
  await opened(page, 'My Sites');
});

test('an unknown address is 404 with a link home; staff pages are not for customers', async ({
  page,
  origin,
  enter,
}) => {
  await enter();
  const answer = await page.goto(`${origin('aurora')}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await opened(page, 'This page could not be found');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await opened(page, 'Dashboard');
  await page.goto(`${origin('aurora')}/admin/sites`);
  await expect(page).toHaveURL(/\/forbidden$/);
  await opened(page, 'Access denied');
});

test('two tabs: one signs out, the other is redirected to the sign-in at once and returns', async ({
  page,
  context,
  origin,
  signInAs,
}) => {
  await signInAs('second@aurora.example');
  await openProfile(page, origin('aurora'));
  // What keeps an open tab up to date loads after the page.
  await page.locator('body > .f-over').waitFor({ state: 'attached' });
  const other = await context.newPage();
  await other.goto(`${origin('aurora')}/logout`);
  await expect(other).toHaveURL(/\/login$/);
  await other.close();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your session expired');
  await signIn(page, 'second@aurora.example', 'Demo-panel-1');
  await expect(page).toHaveURL(/\/my-account\/profile$/);
  await opened(page, 'Profile');
});

test('a session that ended on the server: the next action leads to the sign-in and back', async ({
  page,
  origin,
  signInAs,
}) => {
  await signInAs('second@aurora.example');
  await openProfile(page, origin('aurora'));
  await page.getByLabel('Phone number').fill('+49 30 1234567');
  page.on('dialog', (asked) => void asked.accept());
  // The session ends and the button is pressed in one go, so that no request of the page itself comes between.
  await page.getByRole('button', { name: 'Save' }).evaluate(async (save: HTMLElement) => {
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    await fetch('/logout', { method: 'POST', headers: { 'X-XSRF-TOKEN': token } });
    save.click();
  });
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, 'second@aurora.example', 'Demo-panel-1');
  await expect(page).toHaveURL(/\/my-account\/profile$/);
  await opened(page, 'Profile');
});

test('leaving a form with unsaved input needs a confirmation', async ({ page, origin, enter }) => {
  await enter('customer@cobalt.example');
  await openProfile(page, origin('cobalt'));
  const phone = page.getByLabel('Phone number');
  await phone.fill('12345');
  await page.getByRole('navigation').getByRole('link', { name: 'Notifications' }).click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(phone).toHaveValue('12345');
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Notifications' }).click();
  await asked.getByRole('button', { name: 'Leave and discard' }).click();
  await opened(page, 'Notifications');
});
