import {
  dehydrate,
  hydrate,
  QueryClient,
  QueryClientProvider,
  useIsFetching,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { calls } from './calls.ts';
import { queryClient } from './query-client.ts';
import { remoteClient } from './remote-client.ts';

/* What another team's remote may do with the shared query library, and what it leaves of the panel's answers. */

const summary = calls.site.summary.queryOptions();
const list = calls.site.filter.queryOptions({ input: { pageSize: 5 } });
const totals = { siteCount: 3 } as never;
const garbage = 'not what the contract says' as never;
let count = 0;
let stranger: QueryClient;

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={stranger}>{children}</QueryClientProvider>
);

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(summary.queryKey, totals);
  stranger = remoteClient(`mf-stranger@${(count += 1)}`);
});

const shown = () => queryClient.getQueryData(summary.queryKey);
const isStale = () => queryClient.getQueryState(summary.queryKey)?.isInvalidated;

test('both read the same answer of the contract, and a change by either is seen by both', async () => {
  expect(stranger.getQueryData(summary.queryKey)).toBe(totals);
  const { result } = renderHook(() => useQuery({ ...summary, enabled: false }), { wrapper });
  queryClient.setQueryData(summary.queryKey, { siteCount: 4 } as never);
  await waitFor(() => expect(result.current.data).toEqual({ siteCount: 4 }));
  stranger.setQueryData(summary.queryKey, { siteCount: 5 } as never);
  expect(shown()).toEqual({ siteCount: 5 });
  await stranger.invalidateQueries({ queryKey: calls.site.key() });
  expect(isStale()).toBe(true);
});

test.each([garbage, {} as never, () => garbage])(
  'a write of another shape is no answer: it is requested again',
  (data) => {
    expect(stranger.setQueryData(summary.queryKey, data)).toBeUndefined();
    expect(shown()).toBe(totals);
    expect(isStale()).toBe(true);
    expect(stranger.setQueryData(list.queryKey, data)).toBeUndefined();
    expect(queryClient.getQueryData(list.queryKey)).toBeUndefined();
  },
);

test.each([
  ['initial data', { initialData: garbage }],
  ['a function with initial data', { initialData: () => garbage }],
])('%s of a remote are shown to it until the answer arrives, and to nobody else', async (_name, given) => {
  const { result } = renderHook(() => useQuery({ ...list, ...given, enabled: false }), { wrapper });
  expect(result.current.data).toBe(garbage);
  expect(queryClient.getQueryData(list.queryKey)).toBeUndefined();
  queryClient.setQueryData(list.queryKey, totals);
  await waitFor(() => expect(result.current.data).toBe(totals));
});

test('initial data of a key of its own are its data', () => {
  const { result } = renderHook(() => useQuery({ queryKey: ['mine'], initialData: garbage, enabled: false }), {
    wrapper,
  });
  expect(result.current).toMatchObject({ data: garbage, isPlaceholderData: false });
  expect(stranger.getQueryData(['mine'])).toBe(garbage);
});

test('a page that waits for its data shows initial data at once', () => {
  const asked = { ...summary, initialData: totals, staleTime: Infinity };
  queryClient.clear();
  const { result, unmount } = renderHook(() => useSuspenseQuery(asked), { wrapper });
  expect(result.current.data).toBe(totals);
  expect(shown()).toBeUndefined();
  unmount();
});

test('a remote stores its own queries, and no answers', () => {
  stranger.setQueryData(['mine'], 'mine');
  expect(stranger.getQueryData(summary.queryKey)).toBe(totals);
  expect(dehydrate(stranger).queries.map(({ queryKey }) => queryKey)).toEqual([['mine']]);
});

test('what a remote restores from its storage is its own queries, and no answers', () => {
  const earlier = new QueryClient();
  earlier.setQueryData(list.queryKey, garbage);
  earlier.setQueryData(['mine'], 'mine');
  hydrate(stranger, dehydrate(earlier));
  expect(queryClient.getQueryData(list.queryKey)).toBeUndefined();
  expect(stranger.getQueryData(list.queryKey)).toBeUndefined();
  expect(stranger.getQueryData(['mine'])).toBe('mine');
});

test('a key of its own is its own, whatever it is called', async () => {
  stranger.setQueryData(['site', 'summary'], garbage);
  await stranger.fetchQuery({ queryKey: ['site'], queryFn: () => garbage });
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
  expect(remoteClient('mf-other@1').getQueryData(['site'])).toBeUndefined();
  expect(stranger.getQueryData(['site', 'summary'])).toBe(garbage);
  expect(stranger.getQueryCache().findAll({ queryKey: ['site'] })).toHaveLength(2);
});

test('a query function gets the key that its author wrote', async () => {
  const queryFn = ({ queryKey }: { queryKey: readonly unknown[] }) => Promise.resolve(queryKey[1]);
  const { result } = renderHook(() => useQuery({ queryKey: ['note', 7], queryFn }), { wrapper });
  await waitFor(() => expect(result.current.data).toBe(7));
});

test('the contract’s key with another function, e.g. of a team’s own API, is its own as well', async () => {
  const own = { queryKey: summary.queryKey, queryFn: () => Promise.resolve(garbage), staleTime: 0 };
  const { result } = renderHook(() => useQuery(own), { wrapper });
  await waitFor(() => expect(result.current.data).toBe(garbage));
  stranger.setQueryData(summary.queryKey, 'newer' as never);
  await waitFor(() => expect(result.current.data).toBe('newer'));
  expect(shown()).toBe(totals);
});

test.each<[string, (client: QueryClient) => unknown]>([
  ['clear', (client) => client.clear()],
  ['clear of the cache', (client) => client.getQueryCache().clear()],
  ['removeQueries', (client) => client.removeQueries()],
  ['removeQueries by predicate', (client) => client.removeQueries({ predicate: () => true })],
  ['resetQueries', (client) => client.resetQueries({ queryKey: [] })],
  ['setQueriesData', (client) => client.setQueriesData({ predicate: () => true }, garbage)],
  ['setDefaultOptions', (client) => client.setDefaultOptions({ queries: { queryFn: () => garbage } })],
])('%s by a remote changes its own queries, and leaves the panel’s answers', async (_name, act) => {
  stranger.setQueryData(['mine'], 'mine');
  await act(stranger);
  expect(shown()).toBe(totals);
});

test('clear discards what it owns', () => {
  stranger.setQueryData(['mine'], 'mine');
  stranger.clear();
  expect(stranger.getQueryData(['mine'])).toBeUndefined();
});

test('a remote cancels no request of the panel', async () => {
  let answer: (value: never) => void = () => undefined;
  const asked = queryClient.fetchQuery({
    queryKey: list.queryKey,
    queryFn: ({ signal }) =>
      new Promise<never>((resolve, reject) => {
        answer = resolve;
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
      }),
  });
  await stranger.cancelQueries();
  answer(totals);
  await expect(asked).resolves.toBe(totals);
});

test('invalidating everything refreshes the panel’s answers too, as with one cache', async () => {
  await stranger.invalidateQueries();
  expect(isStale()).toBe(true);
  expect(shown()).toBe(totals);
});

test('a remote hears of requests of the contract and of its own', async () => {
  const { result } = renderHook(() => useIsFetching(), { wrapper });
  let answer: (value: never) => void = () => undefined;
  const waits = () => new Promise<never>((resolve) => void (answer = resolve));
  for (const client of [queryClient, stranger]) {
    const asked = client.fetchQuery({ queryKey: list.queryKey, queryFn: waits, staleTime: 0 });
    await waitFor(() => expect(result.current).toBe(1));
    answer(totals);
    await asked;
    await waitFor(() => expect(result.current).toBe(0));
  }
});

test('releases of a remote do not read each other’s queries, whose form may differ', () => {
  stranger.setQueryData(['mine'], { items: [] });
  expect(remoteClient(`mf-stranger@${count}`)).toBe(stranger);
  expect(remoteClient(`mf-stranger@next`).getQueryData(['mine'])).toBeUndefined();
});
