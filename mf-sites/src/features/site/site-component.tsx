import type { ComponentType } from 'react';
import type { FetchQueryOptions } from '@tanstack/react-query';
import { queryClient, type PageContext } from '@panel/core';
import { Navigate, useParams } from '@panel/core/router';
import { siteAsWorkload } from '@panel/resources/workload';
import type { OnWorkload } from '@panel/workload/parts';
import { useManagedSite } from './managed-site.ts';
import { SitePage } from './site-page.tsx';

/**
 * The component of a page about one site (or what else its address names by `:id`): a new one for each. Without an id
 * there is nothing to show, and the user comes to `list`.
 */
export function siteComponent(Page: ComponentType<{ id: string }>, list = '/sites') {
  return function SiteComponent() {
    const { id } = useParams();
    return id ? <Page key={id} id={id} /> : <Navigate to={list} replace />;
  };
}

/**
 * The `prefetch` of such a page: starts what its route reads, all at once. The browser knows a route's reads as addresses
 * only, so the page names the queries; shell/src/boot/reads.test.ts compares the two.
 */
export const prefetchOf =
  (queries: (id: string, search: URLSearchParams) => readonly FetchQueryOptions[]) =>
  ({ params: { id }, search }: PageContext) =>
    id && Promise.all(queries(id, search).map((query) => queryClient.prefetchQuery(query)));

/** A page that sites share with applications, as one of a site. */
export const onSite = (Shown: ComponentType<OnWorkload>) =>
  function OnSite({ id }: { id: string }) {
    const site = useManagedSite(id);
    return <Shown workload={siteAsWorkload(site)} frame={(page) => <SitePage site={site} {...page} />} />;
  };
