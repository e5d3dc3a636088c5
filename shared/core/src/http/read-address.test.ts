import { FIRST_PAGE, read } from '@panel/contract/reads';
import { readListState } from '../state/list-state.ts';
import { api } from './api.ts';

const ID = '3f0c1c1e-0000-4000-8000-000000000000';

/** The address that the client requests for a call. */
async function askedBy(call: () => Promise<unknown>): Promise<string> {
  const asked: string[] = [];
  window.fetch = globalThis.fetch = (request: RequestInfo | URL) => {
    asked.push((request as Request).url.slice(window.location.origin.length));
    return Promise.reject(new TypeError('offline'));
  };
  await call().catch(() => undefined);
  return asked[0] ?? '';
}

const SAME: [name: string, address: string, call: () => Promise<unknown>][] = [
  ['a list', read.site.filter(FIRST_PAGE), () => api.site.filter(FIRST_PAGE)],
  [
    'a filtered list',
    read.site.filter({ ...FIRST_PAGE, keyword: 'a b', status: ['ready', 'failed'] }),
    () => api.site.filter({ ...FIRST_PAGE, keyword: 'a b', status: ['ready', 'failed'] }),
  ],
  ['a path', read.site.overview({ id: ID }), () => api.site.overview({ id: ID })],
  ['a call without input', read.site.summary(), () => api.site.summary()],
  ['a path with another wire name', read.site.all(), () => api.site.all()],
  ['another list', read.app.list(FIRST_PAGE), () => api.app.list({ ...FIRST_PAGE, searchKey: undefined })],
];

test.each(SAME)(
  '%s: the address that a manifest declares is the one that the client asks for',
  async (_name, address, call) => {
    expect(await askedBy(call)).toBe(address);
  },
);

test('a route parameter stays a parameter, and a mutating call is rejected', () => {
  expect(read.site.overview({ id: ':id' })).toBe('/site/:id/overview');
  expect(() => read.notification.bulk({} as Parameters<typeof read.notification.bulk>[0])).toThrow(
    'a page cannot read it first',
  );
});

test('a list reads its first page from an address without a query', () => {
  const { pageIndex, pageSize, orderBy, sortOrder } = readListState(new URLSearchParams(), {
    columns: ['created_at'],
    orderBy: 'created_at',
  });
  expect({ pageIndex, pageSize, orderBy, sortOrder }).toEqual(FIRST_PAGE);
});
