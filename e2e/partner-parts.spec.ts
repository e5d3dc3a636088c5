import { expect, opened, test } from './lib/scenario.ts';

/* What only some partners and users see: the banner of a suspended account, and the partner's own chat. */

const ABUSE =
  'Your account has reached max build time, so you can not take a new build and your changes not publish to live application. The build time will be renewed at the beginning of each month.';

test('a suspended account sees the banner on the pages of sites, in the words of the specification, and nowhere else', async ({
  page,
  enterScenario,
}) => {
  const origin = await enterScenario(page, { user: { is_abuse_system: true } });
  await page.goto(`${origin}/sites`);
  await opened(page, 'My Sites');
  const banner = page.getByRole('note').filter({ hasText: ABUSE });
  await expect(banner).toHaveText(ABUSE);
  await expect(page.getByText(/Start hosting your website/), 'one banner at a time').toHaveCount(0);
  for (const [path, heading] of [
    ['/dashboard', 'Dashboard'],
    ['/my-account/profile', 'Profile'],
    ['/apps', 'My Applications'],
  ] as const) {
    await page.goto(origin + path);
    await opened(page, heading);
    await expect(banner, path).toHaveCount(0);
  }
});

/** Tries everything that a partner's script must not do, and records the results. */
const HOSTILE = `<form id="away" action="/logout" method="post"></form><pre id="tried"></pre><script>
  const tried = {};
  const attempt = (name, act) => { try { tried[name] = 'got ' + act(); } catch (error) { tried[name] = error.name; } };
  attempt('page', () => parent.document.body.innerHTML);
  attempt('cookie', () => document.cookie);
  attempt('storage', () => localStorage.length);
  attempt('top', () => { top.location = 'about:blank'; return 'away'; });
  attempt('form', () => { document.getElementById('away').submit(); return 'sent'; });
  attempt('dialog', () => String(window.confirm('Your password?')));
  const tell = () => { document.getElementById('tried').textContent = JSON.stringify(tried); };
  fetch('/site').then(() => { tried.call = 'got an answer'; }, (error) => { tried.call = error.name; }).then(tell);
</script>`;

test('the partner’s chat is off on pages with passwords, and elsewhere cannot reach the panel', async ({
  page,
  enterScenario,
  pageErrors,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === '/chat-frame' && asked.push(page.url()));
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const attributes = { ONLINE_CHAT_SCRIPT: encodeURIComponent(HOSTILE) };
  const origin = await enterScenario(page, { partner: { attributes } });
  const chat = page.getByRole('button', { name: 'Chat', exact: true });

  await page.goto(`${origin}/my-account/change-password`);
  await opened(page, 'Change password');
  await expect(chat).toHaveCount(0);

  await page.goto(`${origin}/sites`);
  await opened(page, 'My Sites');
  expect(asked, 'nothing of it before somebody wants to chat').toEqual([]);
  await chat.click();
  const tried = page.frameLocator('iframe[title^="Chat with"]').frameLocator('iframe').locator('#tried');
  await expect(tried).toHaveText(/^\{/);
  expect(JSON.parse((await tried.textContent()) ?? '')).toEqual({
    page: 'SecurityError',
    cookie: 'SecurityError',
    storage: 'SecurityError',
    top: 'SecurityError',
    form: 'got sent',
    dialog: 'got false',
    call: 'TypeError',
  });
  expect(dialogs, 'no question in the name of the panel').toEqual([]);
  await expect(page).toHaveURL(`${origin}/sites`);
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  await page.reload();
  await opened(page, 'My Sites');

  await page.goto(`${origin}/chat-frame`);
  const alone = page.frameLocator('iframe').locator('#tried');
  await expect(alone).toHaveText(/^\{/);
  expect(JSON.parse((await alone.textContent()) ?? '')).toMatchObject({ top: 'SecurityError', page: 'SecurityError' });
  await expect(page, 'its window stays').toHaveURL(`${origin}/chat-frame`);

  // The open page polls notifications and would redirect to the sign-in during the next visit.
  await page.goto('about:blank');
  await page.context().clearCookies();
  asked.length = 0;
  for (const path of [
    '/login',
    '/signup',
    '/forgotPassword',
    `/resetPassword?token=${'t'.repeat(43)}`,
    `/setPassword?token=${'t'.repeat(43)}`,
  ]) {
    await page.goto(origin + path);
    await opened(page, /./);
    await expect(chat, path).toHaveCount(0);
  }
  expect(asked).toEqual([]);
  // The browser's reports on the script's attempts.
  pageErrors.length = 0;
});
