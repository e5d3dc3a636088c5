import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { queryClient, type Site } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { siteListQuery, useCreateSite, useDeleteSites, useRenameSite } from '@panel/resources/site';
import { firstPage } from '@panel/contract/reads';
import { SITE_LIST } from '@panel/resources/site/reads';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

/* What changes a site is a mutation of @panel/resources, whichever remote runs it; the dashboard is open meanwhile. */

const remote = { manifest: { ...manifest, id: 'shell' as string }, pages };
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const READS = ['GET /site/filter', 'GET /site/filter', 'GET /site/filter', 'GET /site/summary'];

async function openDashboard() {
  const page = await renderPage({ remote, path: '/dashboard', sites: [{ name: 'bakery', status: 'ready' }] });
  expect(await screen.findByRole('heading', { name: 'You have 1 site' })).toBeVisible();
  const { pageElements } = await queryClient.fetchQuery(siteListQuery(firstPage(SITE_LIST)));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  page.bridge.calls.length = 0;
  return { ...page, site: pageElements[0] as Site };
}

test('a site that is created appears in the totals and lists of the dashboard', async () => {
  const { bridge, scenario } = await openDashboard();
  const options = { keyOf: () => `dashboard-${scenario.host}`, onSettled: () => undefined };
  const { result } = renderHook(() => useCreateSite(options), { wrapper });
  await act(() =>
    result.current.mutateAsync({
      fqdn: `tea-room.${scenario.partner.sitesDomain}`,
      type: 'wordpress',
      wp_info: { title: 'Tea', admin_user: 'owner', admin_email: 'o@shop.example', admin_password: 'Long1Enough-Word' },
    }),
  );
  expect(bridge.calls).toEqual(expect.arrayContaining(READS));
  expect(await screen.findByRole('heading', { name: 'You have 2 sites' })).toBeVisible();
  expect(screen.getByText(/^tea-room\./)).toBeVisible();
});

test('a site that is being renamed is no longer counted as well', async () => {
  const { bridge, site } = await openDashboard();
  const { result } = renderHook(() => useRenameSite(site), { wrapper });
  await act(() => result.current.mutateAsync('patisserie'));
  expect(bridge.calls).toEqual(expect.arrayContaining(READS));
  expect(await screen.findByRole('link', { name: /0\s*No known problems/ })).toBeVisible();
});

test('a site that is deleted leaves the dashboard when its deletion has ended', async () => {
  const { bridge, site } = await openDashboard();
  const { result } = renderHook(() => useDeleteSites(() => undefined), { wrapper });
  await act(() => result.current.mutateAsync([site]));
  expect(bridge.calls).toEqual(expect.arrayContaining(READS));
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
});
