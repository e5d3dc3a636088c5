import { Suspense } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import type { ListState } from '@panel/contract/reads';
import { queryClient } from '@panel/core';
import { EmptyState } from '../index.ts';
import { renderInUi } from '../testing/in-ui.tsx';
import { ListPage, prefetchList } from './list-page.tsx';

type Town = { id: string; name: string };
const TOWNS: Town[] = ['Bern', 'Berlin', 'Oslo'].map((name) => ({ id: name.toLowerCase(), name }));
const LIST = { columns: ['name'], orderBy: 'name', sortOrder: 'asc', filters: ['country'] } as const;

const asked: ListState<'name'>[] = [];
const townsQuery = (state: ListState<'name'>) => ({
  queryKey: ['towns', state],
  queryFn: () => {
    asked.push(state);
    const pageElements = TOWNS.filter(({ name }) => name.toLowerCase().includes(state.keyword));
    return Promise.resolve({ pageElements, totalCount: pageElements.length });
  },
});

const source = { list: LIST, query: townsQuery, panels: ['rename'] } as const;

const Towns = () => (
  <QueryClientProvider client={queryClient}>
    <Suspense fallback="Loading">
      <ListPage
        {...source}
        title="Towns"
        subtitle={({ data }) => `${data.totalCount} in all`}
        actions={({ isEmpty }) => (isEmpty ? 'Nothing yet' : 'Add one')}
        caption="Towns"
        columns={[{ key: 'name', title: 'Name', sortable: true, render: ({ name }) => name }]}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={({ id }, { open }) => [{ key: 'rename', label: 'Rename', onSelect: () => open('rename', id) }]}
        search="Search towns"
        empty={() => <EmptyState icon="info" title="No towns yet" />}
      >
        {({ panel, chosen, close }) =>
          panel === 'rename' && chosen && <button onClick={close}>Close {chosen.name}</button>
        }
      </ListPage>
    </Suspense>
  </QueryClientProvider>
);

beforeEach(() => {
  queryClient.clear();
  asked.length = 0;
});

test('a row’s panel is in the address, survives there, and closing removes it', async () => {
  const { user, router } = renderInUi(<Towns />);
  expect(await screen.findByText('3 in all')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Oslo/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  expect(router.state.location.search).toBe('?panel=rename&of=oslo');
  await user.click(screen.getByRole('button', { name: 'Close Oslo' }));
  expect(router.state.location.search).toBe('');
});

test('a search is in the address; clearing it removes keyword and filters', async () => {
  const { user, router } = renderInUi(<Towns />);
  await screen.findByText('3 in all');
  await act(() => router.navigate('/?q=xyz&country=no'));
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(router.state.location.search).toBe('');
  expect(within(await screen.findByRole('table', { name: 'Towns' })).getByText('Bern')).toBeVisible();
});

test('prefetch asks for the page that the address names, and the page does not ask again', async () => {
  await prefetchList(source)({ params: {}, search: new URLSearchParams('?q=ber') });
  expect(asked).toEqual([expect.objectContaining({ keyword: 'ber', orderBy: 'name', sortOrder: 'asc' })]);
  const { router } = renderInUi(<Towns />);
  await act(() => router.navigate('/?q=ber'));
  expect(await screen.findByText('2 in all')).toBeVisible();
  expect(asked.filter(({ keyword }) => keyword === 'ber')).toHaveLength(1);
});
