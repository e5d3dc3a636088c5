import type { ReactNode } from 'react';
import { QueryClientProvider, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import routes from '@panel/contract/routes';
import { queryClient, type Site } from '@panel/core';
import { stagingQuery } from '../staging/index.ts';
import { useCancelTask } from '../task/index.ts';
import {
  attentionSitesQuery,
  nameserversQuery,
  wellSitesQuery,
  siteOverviewQuery,
  siteSummaryQuery,
  useAssignCustomer,
  useChangePhp,
  useCheckSite,
  useCreateSite,
  useDeleteSites,
  useFinalizeSite,
  useImportSite,
  useProtectSite,
  useRenameSite,
  useSetSiteStatus,
  useUpgradeWordPress,
  workSitesQuery,
} from './index.ts';

const ID = '3f0c1c1e-0000-4000-8000-000000000000';
const site = { site_id: ID, infra_domain_id: ID, fqdn: 'bakery.example.com' } as Site;
const failed = { ...site, site_id: null } as Site;
const nothing = () => undefined;
const attempt = { keyOf: () => 'one', onSettled: nothing };

/** Mutations take different inputs; this table knows only that each has one. */
type Change = { use: () => UseMutationResult<never, Error, never, never>; input?: unknown };
const changeOf = (use: () => unknown, input?: unknown): Change => ({ use: use as Change['use'], input });

/** Call of the contract → the mutation that runs it, and an input. */
const CHANGES: Record<string, Change> = {
  create: changeOf(() => useCreateSite(attempt), {}),
  import: changeOf(() => useImportSite(attempt), {}),
  upgrade: changeOf(() => useUpgradeWordPress(site)),
  changePhp: changeOf(() => useChangePhp(site, nothing), '8.3'),
  finalize: changeOf(() => useFinalizeSite(attempt), {}),
  rename: changeOf(() => useRenameSite(site), 'patisserie'),
  update: changeOf(() => useProtectSite(ID), { password_protection: null, expected: null }),
  updateStatus: changeOf(() => useSetSiteStatus(nothing), { id: ID, status: 'ready' }),
  remove: changeOf(() => useDeleteSites(nothing), [site]),
  removeFailed: changeOf(() => useDeleteSites(nothing), [failed]),
  assignCustomer: changeOf(() => useAssignCustomer(nothing), { id: ID, customer_id: ID, expected: {} }),
};
/** Calls without a page: an operator's command moves a site between databases. */
const COMMANDS = ['moveDatabase'];
/** Calls that are not writes of the site itself, and change what is known of it. */
const OTHERS: Record<string, Change> = {
  'a check of the site': changeOf(() => useCheckSite(ID), undefined),
  'a cancelled task': changeOf(() => useCancelTask(), ID),
};

type Route = { '~orpc': { route: { method: string } } };

test('each call of the contract that changes a site is in the table', () => {
  const writes = Object.entries(routes.site as Record<string, Route>).filter(
    ([name, call]) => call['~orpc'].route.method !== 'GET' && !COMMANDS.includes(name),
  );
  expect(Object.keys(CHANGES).sort()).toEqual(writes.map(([name]) => name).sort());
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const dashboard = [wellSitesQuery, workSitesQuery, attentionSitesQuery, siteSummaryQuery];
const nameservers = nameserversQuery('shop.example.com');
const isStale = ({ queryKey }: { queryKey: QueryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated;

/** An upload that the server accepts: the client sends large bodies with XMLHttpRequest. */
class AcceptedUpload {
  upload = {};
  status = 200;
  responseText = '';
  onload: () => void = nothing;
  open = nothing;
  setRequestHeader = nothing;
  getAllResponseHeaders = () => 'content-type: application/json';
  send = () => queueMicrotask(() => this.onload());
}

/** Runs a mutation beside everything that a page may show; the server accepts it. */
async function run({ use, input }: Change): Promise<void> {
  // The response of every call, a task that has ended included.
  const answer = { status: 'succeeded', task_id: ID, stale: ['site'], site, data: site };
  const responseText = JSON.stringify(answer);
  window.fetch = globalThis.fetch = () =>
    Promise.resolve(new Response(responseText, { headers: { 'content-type': 'application/json' } }));
  Object.assign(globalThis, {
    XMLHttpRequest: class extends AcceptedUpload {
      override responseText = responseText;
    },
  });
  queryClient.clear();
  for (const { queryKey } of [...dashboard, siteOverviewQuery(ID), stagingQuery(ID), nameservers])
    queryClient.setQueryData<unknown>(queryKey, {});
  const { result } = renderHook(use, { wrapper });
  await act(() => result.current.mutateAsync(input as never));
}

test.each(Object.entries({ ...CHANGES, ...OTHERS }))('%s makes the dashboard stale', async (_name, change) => {
  await run(change);
  expect(dashboard.map(isStale)).toEqual(dashboard.map(() => true));
});

test('the deletion of a site makes the page of its staging environment stale', async () => {
  await run(changeOf(() => useDeleteSites(nothing), [site]));
  expect(isStale(stagingQuery(ID))).toBe(true);
});

test('a change of a site makes its own page stale, and nothing that it cannot change', async () => {
  await run(changeOf(() => useRenameSite(site), 'patisserie'));
  expect([siteOverviewQuery(ID), nameservers].map(isStale)).toEqual([true, false]);
});
