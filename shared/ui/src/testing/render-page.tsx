import { lazy, Suspense, type ComponentType } from 'react';
import { QueryClientProvider, QueryErrorResetBoundary } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { ErrorBoundary } from './error-boundary.tsx';
import {
  applyBoot,
  coreOf,
  findRoute,
  onNotice,
  panelStore,
  queryClient,
  setNavigator,
  useAnyDirty,
  type Notice,
  type RemoteManifest,
  type RemotePages,
} from '@panel/core';
import { createMemoryRouter, RouterProvider } from '@panel/core/router';
import { UiProvider } from '../index.ts';
import { createBridge, uploadsOver, type Bridge } from './bridge.ts';
import { makeScenario, type ScenarioInput } from './scenario.ts';

type RenderOptions = ScenarioInput & {
  remote: { manifest: RemoteManifest; pages: RemotePages };
  /** Address to open, with query. */
  path: string;
  /** Opens the page as this user and partner instead of new ones: a second tab, another customer. */
  as?: Awaited<ReturnType<typeof makeScenario>>;
};

/** Whether there is input that a new release must not discard, as the shell checks before it offers one. */
function Holding({ tell }: { tell: (holds: boolean) => void }) {
  tell(useAnyDirty());
  return null;
}

/**
 * Opens a page of a remote as a browser would, against the real server: routes from the manifest, pages as the remote
 * exposes them, one new partner and user for the test. Addresses of other remotes show as "Left to {path}".
 */
export async function renderPage({ remote, path, as, ...input }: RenderOptions) {
  const scenario = as ?? (await makeScenario(input));
  const bridge: Bridge = createBridge(scenario.serverUrl, scenario.host);
  for (const pair of scenario.cookie.split('; ').filter(Boolean))
    await bridge.jar.setCookie(`${pair}; Path=/`, `http://${scenario.host}/`);
  globalThis.fetch = bridge.fetch;
  window.fetch = bridge.fetch;
  window.XMLHttpRequest = uploadsOver(bridge);
  applyBoot({
    partner: scenario.partner,
    user: scenario.user,
    registry: { buildId: 'test', remotes: [] },
    nonce: 'test',
    mailOutbox: null,
  });
  await bridge.fetch(`${window.location.origin}/partner/whitelabel`);

  const notices: Notice[] = [];
  onNotice((notice) => notices.push(notice));
  // Those of the product; a new page view begins without answers.
  const { id } = remote.manifest;
  const client = id === 'shell' ? queryClient : coreOf({ id, version: 'test' }).queryClient;
  queryClient.clear();
  client.clear();
  const routes = remote.manifest.routes.map((route) => {
    const load = remote.pages[route.page];
    if (!load) throw new Error(`The manifest names the page ${route.page}, pages.ts does not.`);
    const Page = lazy(async (): Promise<{ default: ComponentType }> => {
      const { Component, prefetch } = await load();
      const { pathname, search } = router.state.location;
      const match = findRoute([remote.manifest], pathname);
      if (match) void prefetch?.({ params: match.params, search: new URLSearchParams(search) });
      return { default: Component };
    });
    const element = (
      <QueryErrorResetBoundary>
        {({ reset }) => (
          <ErrorBoundary onReset={reset}>
            <Suspense fallback={<p>Loading</p>}>
              <Page />
            </Suspense>
          </ErrorBoundary>
        )}
      </QueryErrorResetBoundary>
    );
    return { path: route.path, element };
  });
  const router = createMemoryRouter([...routes, { path: '*', element: <p>Left to another page</p> }], {
    initialEntries: [path],
  });
  setNavigator((to) => void router.navigate(to));
  let holds = false;
  const view = render(
    <Provider store={panelStore}>
      <QueryClientProvider client={client}>
        <UiProvider partner={scenario.partner} nonce="test">
          <RouterProvider router={router} />
          <Holding
            tell={(now) => {
              holds = now;
            }}
          />
        </UiProvider>
      </QueryClientProvider>
    </Provider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return {
    ...view,
    user: userEvent.setup(),
    scenario,
    bridge,
    notices,
    router,
    address,
    cache: queryClient,
    holds: () => holds,
  };
}
