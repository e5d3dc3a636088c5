import { act, screen, waitFor, within } from '@testing-library/react';
import type { App } from '@panel/contract';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const INSTALL = 'https://github.example/apps/panel/installations/new';

/** The overview of an application of which GitHub has taken something away. */
async function open(access: App['repository']['github_access']) {
  const as = await makeScenario({ appCount: 1, partner: { special: true } });
  const id = as.apps[0] ?? '';
  const page = await renderPage({ remote: { manifest, pages }, path: '/apps/bin', as });
  globalThis.fetch = window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/github-app/installations') return Response.json({ install_url: INSTALL, rows: [] });
    const answer = await page.bridge.fetch(request);
    if (pathname !== `/nucal/${id}`) return answer;
    const app = (await answer.json()) as App;
    return Response.json({ ...app, repository: { ...app.repository, github_access: access } });
  };
  await act(() => page.router.navigate(`/manage-app/overview/${id}`));
  return page;
}
const banner = async () => {
  const title = await screen.findByText('GitHub does not let us read the code');
  return within(title.closest('.p-banner') as HTMLElement);
};

test('an application says that GitHub was disconnected, and leads to connecting it again', async () => {
  const { user, bridge } = await open('disconnected');
  expect((await banner()).getByText(/^GitHub is not connected any more\./)).toBeVisible();
  await user.click((await banner()).getByRole('button', { name: 'Connect GitHub' }));
  await waitFor(() => expect(bridge.calls).toContain('POST /github-app/connect'));
});

test('an application whose repository was taken away leads to GitHub', async () => {
  await open('repository');
  expect((await banner()).getByText(/^We may no longer read this repository\./)).toBeVisible();
  expect(await (await banner()).findByRole('link', { name: /Configure on GitHub/ })).toHaveAttribute('href', INSTALL);
});

test('an application that GitHub lets us read says nothing of it', async () => {
  await open('ok');
  expect(await screen.findByRole('region', { name: 'Live release' })).toBeVisible();
  expect(screen.queryByText('GitHub does not let us read the code')).toBeNull();
});
