import { QueryClient } from '@tanstack/react-query';
import { calls, queryOf } from '@panel/core';
import { defineManifest } from '@panel/contract/manifest';
import { firstPage, read, type Read } from '@panel/contract/reads';
import { SITE_LIST, siteListRead, siteOverviewRead, siteSummaryRead } from './site/index.ts';

const ID = '3f0c1c1e-0000-4000-8000-000000000000';

/** What a manifest says of a route that reads this. */
const declared = (one: Read): string | undefined =>
  defineManifest({
    id: 'mf-test',
    name: 'Test',
    routes: [{ path: '/test', page: 'test', title: 'Test', audience: 'customer', layout: 'default', reads: [one] }],
    menu: [],
  }).routes[0]?.reads?.[0];

/** What the browser asks for when a page runs the query. */
async function askedBy(one: Read): Promise<string | undefined> {
  const asked: string[] = [];
  window.fetch = globalThis.fetch = (request: RequestInfo | URL) => {
    asked.push((request as Request).url.slice(window.location.origin.length));
    return Promise.reject(new TypeError('offline'));
  };
  await new QueryClient().fetchQuery({ ...queryOf(one), retry: false }).catch(() => undefined);
  return asked[0];
}

const first = firstPage(SITE_LIST);
const READS: [name: string, one: Read, address: RegExp][] = [
  ['a list', siteListRead(first), /^\/site\/filter\?pageIndex=0&pageSize=10&/],
  [
    'a filtered list',
    siteListRead({ ...first, keyword: 'a b', filters: { status: ['ready', 'failed'] } }),
    /keyword=a\+b&status=ready&status=failed$/,
  ],
  ['a path', siteOverviewRead(ID), new RegExp(`^/site/${ID}/overview$`)],
  ['a call without input', siteSummaryRead, /^\/site\/summary$/],
  ['a path with another wire name', read('site.all'), /^\/site\/$/],
];

// One definition makes both, so this holds for every read of every page.
test.each(READS)('%s: the manifest declares the address that the query asks for', async (_name, one, address) => {
  expect(declared(one)).toMatch(address);
  expect(await askedBy(one)).toBe(declared(one));
});

test('a route parameter stays a parameter, and a mutating call is rejected', () => {
  expect(declared(siteOverviewRead(':id'))).toBe('/site/:id/overview');
  expect(() => declared(read('notification.bulk', { status: 'read_all' }))).toThrow(
    'notification.bulk is no GET of the contract: a page cannot read it first.',
  );
});

test('the key is that of the call, so that everything that reads it shares one answer', () => {
  expect(queryOf(siteSummaryRead).queryKey).toEqual(calls.site.summary.queryKey());
  expect(queryOf(siteOverviewRead(ID)).queryKey).toEqual(calls.site.overview.queryKey({ input: { id: ID } }));
});
