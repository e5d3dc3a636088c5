import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@panel/core';
import { createMemoryRouter, RouterProvider } from '@panel/core/router';
import { PageLoadError } from './load-errors.ts';
import { PageError } from './page-error.tsx';
import { reloadOnce } from './reload-once.ts';
import { RetryBoundary, type Failure } from './retry-boundary.tsx';
import { isLoaded, track, within } from './tracked.ts';

const never = new Promise<never>(() => undefined);

test('a promise that takes too long rejects with the given error', async () => {
  const late = new PageLoadError('P204', 'mf-sites');
  await expect(within(never, 5, () => late)).rejects.toBe(late);
  await expect(within(Promise.resolve('there'), 1000, () => late)).resolves.toBe('there');
});

test('a settled tracked promise can be read synchronously, and its rejection stays silent', async () => {
  const good = track(Promise.resolve(1));
  const bad = track(Promise.reject(new Error('no')));
  expect(isLoaded(good)).toBe(false);
  await Promise.allSettled([good, bad]);
  expect(good).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(bad).toMatchObject({ status: 'rejected' });
  expect(isLoaded(good)).toBe(true);
  expect(isLoaded(bad)).toBe(false);
});

test('a missing part of the shell reloads the page once per build, never forever', () => {
  sessionStorage.clear();
  const reload = jest.fn();
  expect(reloadOnce('build-1', reload)).toBe(true);
  expect(reloadOnce('build-1', reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(reloadOnce('build-2', reload)).toBe(true);
  // Two reasons that alternate are no reason to reload forever either.
  expect(reloadOnce('build-1', reload)).toBe(false);
});

/** A page that throws the errors in `failures` until the list is empty. */
function openPage(failures: unknown[], prepareRetry: (error: unknown) => Promise<void>) {
  const Page = () => {
    if (failures.length > 0) throw failures[0];
    return <h1>My Sites</h1>;
  };
  const fallback = (failure: Failure) => <PageError name="Sites" title="My Sites" {...failure} />;
  const element = (
    <>
      <nav>Frame</nav>
      <RetryBoundary fallback={fallback} prepareRetry={prepareRetry}>
        <Page />
      </RetryBoundary>
    </>
  );
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  silent.mockRestore();
}

test('a page that could not be loaded shows an error in place, and Retry recovers', async () => {
  const failures: unknown[] = [new PageLoadError('P201', 'mf-sites')];
  openPage(failures, async () => void failures.pop());
  expect(screen.getByRole('alert')).toHaveTextContent('Sites didn’t open');
  expect(screen.getByRole('alert')).toHaveTextContent('The rest of the panel works.');
  expect(screen.getByText('Frame')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'My Sites' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page that failed is tried again when the connection is back', async () => {
  const failures: unknown[] = [new PageLoadError('P201', 'mf-sites')];
  openPage(failures, async () => void failures.pop());
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('heading', { name: 'My Sites' })).toBeVisible();
});

test('a failing Retry shows the new reason and can be repeated', async () => {
  const failures: unknown[] = [new Error('x is undefined')];
  const offline = new ApiError({ code: 'NETWORK', message: 'We couldn’t reach the server.', requestId: 'req-7' });
  openPage(failures, () => Promise.reject(offline));
  expect(screen.getByRole('alert')).toHaveTextContent('Sites stopped working');
  expect(screen.getByRole('alert')).toHaveTextContent('x is undefined');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/couldn’t reach the server/)).toBeVisible();
  expect(screen.getByText(/req-7/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
});
