import { act, screen, waitFor } from '@testing-library/react';
import { defineManifest } from '@panel/contract/manifest';
import { panelStore, userAtom } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { ActingBar } from './acting-bar.tsx';

const manifest = defineManifest({
  id: 'mf-here',
  name: 'Here',
  routes: [{ path: '/here', page: 'here', title: 'Here', audience: 'signed-in', layout: 'my-account' }],
  menu: [],
});

async function openBar(minutes?: number) {
  const open = jest.fn();
  const Component = () => <ActingBar open={open} />;
  const opened = await renderPage({
    remote: { manifest, pages: { here: async () => ({ Component }) } },
    path: '/here',
  });
  const user = panelStore.get(userAtom);
  const acting = { staff: 'Sam Staff', ends_at: new Date(Date.now() + (minutes ?? 0) * 60_000).toISOString() };
  if (user && minutes !== undefined) act(() => panelStore.set(userAtom, { ...user, acting }));
  return { ...opened, open };
}

test('nobody else sees it', async () => {
  await openBar();
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('it says who acts as whom and for how long, and End returns', async () => {
  const { user, scenario, open } = await openBar(12);
  const bar = await screen.findByRole('complementary', { name: 'Logged in as a customer' });
  expect(bar).toHaveTextContent(`Sam Staff as ${scenario.customerEmail}`);
  expect(bar).toHaveTextContent('12 minutes left');
  expect(document.documentElement).toHaveAttribute('data-top-bar');
  await user.click(screen.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith('/'));
});

test('when the time is over, the page opens anew', async () => {
  const { open } = await openBar(0);
  await waitFor(() => expect(open).toHaveBeenCalledWith('/'));
});
