import { act, screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const PICK = '/new-app/existing-project/pick-repo';
const GITHUB = 'https://github.example';
const repo = (name: string) => ({
  ...{ name, full_name: `ada/${name}`, owner: 'ada', private: true },
  ...{ default_branch: 'main', pushed_at: null },
});
const installation = { id: 7, login: 'ada', kind: 'user', is_suspended: false, settings_url: `${GITHUB}/settings/7` };

/** The page with a panel that has a GitHub App; what GitHub says is given by path, and a number is the status of a failure. */
async function open(answers: Record<string, unknown>, path = PICK) {
  const page = await renderPage({ remote: { manifest, pages }, path: '/apps', partner: { special: true } });
  const asked: string[] = [];
  globalThis.fetch = window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const answer = answers[pathname];
    if (answer === undefined) return page.bridge.fetch(request);
    asked.push(`${request.method} ${pathname}${search}`);
    return answer instanceof Error
      ? Response.json({ code: answer.name, title: 'GitHub', message: answer.message }, { status: 409 })
      : Response.json(answer);
  };
  await act(() => page.router.navigate(path));
  return { ...page, asked };
}
const connection = (login: string | null, revocation: object | null = null) => ({
  '/github-app/connection': { is_configured: true, login, revocation },
});
const chooseGithub = async ({ user }: { user: Awaited<ReturnType<typeof open>>['user'] }) =>
  user.click(await screen.findByRole('radio', { name: /GitHub/ }));

test('GitHub is connected by the App: no access token is asked for, and what failed is said', async () => {
  const page = await open(connection(null), `${PICK}?error=GITHUB_CONNECT_FAILED`);
  await chooseGithub(page);
  const card = within(await screen.findByRole('region', { name: 'Connect GitHub' }));
  expect(card.getByText('GitHub was not connected')).toBeVisible();
  expect(card.queryByLabelText(/Access token/)).toBeNull();
  await page.user.click(card.getByRole('button', { name: 'Connect GitHub' }));
  await waitFor(() => expect(page.bridge.calls).toContain('POST /github-app/connect'));
});

test('a repository and a branch are chosen of an account that has installed the App', async () => {
  const page = await open({
    ...connection('ada'),
    '/github-app/installations': { install_url: `${GITHUB}/apps/panel/installations/new`, rows: [installation] },
    '/github-app/installations/7/repositories': { rows: [repo('shop'), repo('blog')], total: 340, is_partial: false },
    '/github-app/repositories/ada/shop/branches': [{ name: 'main', commit: 'a'.repeat(40) }],
  });
  const { user, asked } = page;
  await chooseGithub(page);
  expect(await screen.findByRole('link', { name: /Configure on GitHub/ })).toHaveAttribute(
    'href',
    installation.settings_url,
  );
  expect(await screen.findByText('2 of 340 are shown. Search for the others.')).toBeVisible();
  const field = await screen.findByRole('combobox', { name: /^Repository/ });
  await user.type(field, 'sho');
  await waitFor(() => expect(asked).toContain('GET /github-app/installations/7/repositories?search=sho'));
  await user.click(await screen.findByTitle('ada/shop'));
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Branch/ })).toHaveValue('main'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Application settings' })).toBeVisible();
});

test('without an installation the way leads to GitHub; an ended connection asks to connect again', async () => {
  const answers: Record<string, unknown> = {
    ...connection('ada'),
    '/github-app/installations': { install_url: `${GITHUB}/apps/panel/installations/new`, rows: [] },
  };
  const page = await open(answers);
  await chooseGithub(page);
  expect(await screen.findByRole('link', { name: /Install on GitHub/ })).toHaveAttribute(
    'href',
    `${GITHUB}/apps/panel/installations/new`,
  );
  expect(screen.getByRole('button', { name: /Continue/ })).toHaveAttribute('aria-disabled', 'true');
  answers['/github-app/installations'] = Object.assign(new Error('Connect GitHub again.'), { name: 'GITHUB_SIGN_IN' });
  await page.user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('GitHub must be connected again')).toBeVisible();
});

test('access that GitHub has not ended yet is said, and where somebody ends it', async () => {
  const ended = { login: 'ada', until: '2026-12-01T10:00:00.000Z', settings_url: `${GITHUB}/settings/apps` };
  const page = await open(connection(null, { ...ended, state: 'pending' }));
  await chooseGithub(page);
  expect(await screen.findByText('Our access to ada is being ended')).toBeVisible();
  expect(screen.getByText(/try again until .*2026/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Open GitHub/ })).toHaveAttribute('href', ended.settings_url);
});

test('access that could not be ended is said after we have given up', async () => {
  const ended = { login: 'ada', until: '2026-12-01T10:00:00.000Z', settings_url: `${GITHUB}/settings/apps` };
  const page = await open(connection(null, { ...ended, state: 'failed' }));
  await chooseGithub(page);
  expect(await screen.findByText('Our access to ada could not be ended')).toBeVisible();
});
