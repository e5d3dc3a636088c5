import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from '@panel/core/router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UiProvider } from '../index.ts';

/** Renders parts of the design system alone: theme, notifications and a router around them, no server. */
export function renderInUi(element: ReactNode) {
  const router = createMemoryRouter([{ path: '*', element }]);
  const view = render(
    <UiProvider partner={{ attributes: {} }} nonce="test">
      <RouterProvider router={router} />
    </UiProvider>,
  );
  return { ...view, user: userEvent.setup(), router };
}
