import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import type { ComponentProps } from 'react';
import { panelStore, queryClient, usePartner } from '@panel/core';
import { RouterProvider } from '@panel/core/router';
import { UiProvider } from '@panel/ui';

type Props = { router: ComponentProps<typeof RouterProvider>['router']; nonce: string };

export function App({ router, nonce }: Props) {
  const partner = usePartner();
  return (
    <Provider store={panelStore}>
      <QueryClientProvider client={queryClient}>
        <UiProvider partner={partner} nonce={nonce}>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  );
}
