import { render, screen } from '@testing-library/react';
import { ApiError } from '@panel/core';
import { createMemoryRouter, RouterProvider } from '@panel/core/router';
import { PageError } from './page-error.tsx';

function openError(error: ApiError) {
  const page = <PageError name="Sites" title="Site" error={error} retrying={false} onRetry={() => undefined} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
}
const invalid = (fields: Record<string, string>) =>
  new ApiError({ code: 'VALIDATION', title: 'Check your input', message: 'Not valid.', status: 422, fields });

test('an address whose id is none is not found, and is not tried again', () => {
  openError(invalid({ id: 'This is not a valid id.' }));
  expect(screen.getByRole('heading', { level: 1, name: 'This page could not be found' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('other input that is not valid is named', () => {
  openError(invalid({ pageSize: 'At most 100.' }));
  expect(screen.getByRole('heading', { name: 'Check your input' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
