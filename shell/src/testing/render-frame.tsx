import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import {
  applyBoot,
  panelStore,
  queryClient,
  type Boot,
  type Declared,
  type Partner,
  type RemoteManifest,
  type User,
} from '@panel/core';
import { createMemoryRouter, RouterProvider, type RouteObject } from '@panel/core/router';
import { UiProvider } from '@panel/ui';
import { Guard } from '../guard/guard.tsx';
import { Frame } from '../layouts/frame.tsx';
import { keepInitialAnnouncement } from '../menus/use-announcement.ts';
import { NotFound } from '../pages/not-found.tsx';

type Options = {
  declared: readonly Declared[];
  partner: Partner;
  user: User | null;
  path: string;
  pages?: Record<string, RouteObject['element']>;
  /** What the initial HTML brings for the banner. */
  announcement?: Boot['announcement'];
};

/** The frame with guard and routes as the shell assembles them; by default a page is its title. */
export function renderFrame({ declared, partner, user, path, pages = {}, announcement }: Options) {
  const remotes = declared.slice(1).map((manifest) => ({
    manifest: { ...manifest, name: manifest.id } as RemoteManifest,
    version: '1',
    container: manifest.id.replaceAll('-', '_'),
    entry: '/entry.js',
    base: '',
    integrity: {},
    preload: [],
    pages: {},
  }));
  applyBoot({ partner, user, registry: { buildId: 'test', remotes }, nonce: 'test', mailOutbox: null });
  const routes = declared.flatMap((manifest) =>
    manifest.routes.map((route): RouteObject => ({
      path: route.path,
      element: <Guard rule={route}>{pages[route.path] ?? <h1 tabIndex={-1}>{route.title}</h1>}</Guard>,
    })),
  );
  const router = createMemoryRouter(
    [{ element: <Frame />, children: [...routes, { path: '*', element: <NotFound /> }] }],
    { initialEntries: [path] },
  );
  // That of the page; a new page view begins without answers.
  queryClient.clear();
  keepInitialAnnouncement({ announcement });
  const view = render(
    <Provider store={panelStore}>
      <QueryClientProvider client={queryClient}>
        <UiProvider partner={partner} nonce="test">
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </Provider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { ...view, user: userEvent.setup(), router, address };
}
