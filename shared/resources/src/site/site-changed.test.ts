import { QueryClient } from '@tanstack/react-query';
import { markStale } from '../stale.ts';
import {
  failedSitesQuery,
  nameserversQuery,
  readySitesQuery,
  SITE_CHANGED,
  siteOverviewQuery,
  siteSummaryQuery,
  workSitesQuery,
} from './index.ts';

test('a change of a site makes the dashboard, the totals and the overview stale, and nothing that it cannot change', async () => {
  const cache = new QueryClient();
  const shown = [readySitesQuery, workSitesQuery, failedSitesQuery, siteSummaryQuery, siteOverviewQuery('a')];
  const kept = nameserversQuery('shop.example.com').queryKey;
  for (const key of [...shown.map(({ queryKey }) => queryKey), kept]) cache.setQueryData<unknown>(key, {});
  await markStale(cache, SITE_CHANGED);
  for (const { queryKey } of shown) expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(cache.getQueryState(kept)?.isInvalidated).toBe(false);
});
