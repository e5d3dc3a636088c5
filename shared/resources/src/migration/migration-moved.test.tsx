import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { firstPage } from '@panel/contract/reads';
import { queryClient } from '@panel/core';
import { MIGRATION_LIST, migrationListQuery, useMoveMigration } from './index.ts';

const ID = '3f0c1c1e-0000-4000-8000-000000000000';
const { queryKey } = migrationListQuery(firstPage(MIGRATION_LIST));
const isStale = () => queryClient.getQueryState(queryKey)?.isInvalidated;
const answer = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('lists of migrations are stale when a move to the address begins, and again when its task has ended', async () => {
  const task = Promise.withResolvers<Response>();
  window.fetch = globalThis.fetch = (request) =>
    (request as Request).method === 'GET'
      ? task.promise
      : Promise.resolve(answer({ status: 'success', data: { id: ID, task_id: ID } }));
  queryClient.setQueryData<unknown>(queryKey, {});
  const { result } = renderHook(() => useMoveMigration({ id: ID }, () => undefined), { wrapper });
  await act(() => result.current.mutateAsync({ status: 'ready' }));
  expect(isStale()).toBe(true);
  queryClient.setQueryData<unknown>(queryKey, {});
  expect(isStale()).toBe(false);
  task.resolve(answer({ task_id: ID, status: 'succeeded', stale: [] }));
  await waitFor(() => expect(isStale()).toBe(true));
});
