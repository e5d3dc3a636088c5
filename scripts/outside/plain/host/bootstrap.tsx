import { applyBoot, panelStore, queryClient, type Partner, type RemoteModule } from '@panel/core';
import { createMemoryRouter, RouterProvider } from '@panel/core/router';
import { UiProvider } from '@panel/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { createRoot } from 'react-dom/client';

/* A page of a panel's remote on a page that is not the panel's: docs/guides/module-federation.md has this code. */

const answer = await fetch('/partner/whitelabel');
const { data: partner } = (await answer.json()) as { data: Partner };
applyBoot({ partner, user: null, registry: { buildId: '', remotes: [] }, nonce: '', mailOutbox: null });

const { pages } = (await import('mf_help/remote')) as RemoteModule;
const { Component } = (await pages['help-home']?.()) ?? {};
const router = createMemoryRouter([{ path: '/', Component }]);
const container = document.body.appendChild(document.createElement('div'));

createRoot(container).render(
  <Provider store={panelStore}>
    <QueryClientProvider client={queryClient}>
      <UiProvider partner={partner} nonce="">
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  </Provider>,
);
