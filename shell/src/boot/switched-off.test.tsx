import { act, screen, within } from '@testing-library/react';
import { panelStore, registryAtom, type Declared, type PageModule } from '@panel/core';
import { partnerWith, userWith } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';
import { manifest } from '../manifest.ts';
import { PageLoadError } from './load-errors.ts';
import { loadPage } from './load-page.ts';
import { PageHost } from './page-host.tsx';
import { track } from './tracked.ts';

// Replaces the source of code; everything else is as in the panel.
jest.mock('./load-page.ts', () => ({ loadPage: jest.fn(), refreshRemotes: jest.fn() }));

const notes: Declared = {
  id: 'mf-notes',
  menu: [{ menu: 'main', label: 'Notes', to: '/notes', icon: 'help', order: 20 }],
  routes: [
    { path: '/notes', page: 'notes', title: 'Notes', audience: 'customer', layout: 'dashboard', skeleton: 'text' },
  ],
};
const off = track(Promise.reject(new PageLoadError('P302', 'mf-notes', undefined, 'It’s turned off at the moment.')));
const on = track(Promise.resolve<PageModule>({ Component: () => <p>All notes</p> }));

test('a remote that is switched off under an open tab takes its page, its menu entry and its breadcrumb along', async () => {
  jest.mocked(loadPage).mockImplementation((_id, _page, remote) => (remote ? on : off));
  const [route] = notes.routes;
  if (!route) throw new Error('no route');
  renderFrame({
    declared: [manifest, notes],
    partner: partnerWith(true),
    user: userWith('customer'),
    path: '/notes',
    pages: { '/notes': <PageHost remoteId="mf-notes" route={route} /> },
  });
  expect(await screen.findByText('All notes')).toBeVisible();
  const links = () => screen.queryAllByRole('link', { name: 'Notes' });
  expect(links()).not.toEqual([]);
  const before = panelStore.get(registryAtom);
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () => panelStore.set(registryAtom, { buildId: 'next', remotes: [] }));
  silent.mockRestore();
  expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent('It’s turned off at the moment.');
  expect(screen.queryByText('All notes')).toBeNull();
  expect(links()).toEqual([]);
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
  await act(async () => panelStore.set(registryAtom, before));
  expect(await screen.findByText('All notes')).toBeVisible();
  expect(links()).not.toEqual([]);
});
