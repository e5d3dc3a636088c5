import type { ComponentType } from 'react';
import { useSuspenseQuery, type FetchQueryOptions } from '@tanstack/react-query';
import { ApiError, queryClient, type App, type PageContext } from '@panel/core';
import { Navigate, useParams } from '@panel/core/router';
import { appQuery } from '@panel/resources/app';
import { appAsWorkload } from '@panel/resources/workload';
import type { OnWorkload } from '@panel/workload/parts';
import { AppPage } from './app-page.tsx';

/** The component of a page about one application; without an id the user comes to the list. */
export function appComponent(Page: ComponentType<{ app: App }>) {
  function Managed({ id }: { id: string }) {
    const { data, error } = useSuspenseQuery(appQuery(id));
    // Earlier data stays while the network is down, but not when the application is gone.
    if (error instanceof ApiError && error.status === 404) throw error;
    return <Page app={data} />;
  }
  return function AppComponent() {
    const { id } = useParams();
    return id ? <Managed key={id} id={id} /> : <Navigate to="/apps" replace />;
  };
}

/** The `prefetch` of such a page: its application and what else its route reads. */
export const prefetchApp =
  (more: (id: string, search: URLSearchParams) => readonly FetchQueryOptions[] = () => []) =>
  ({ params: { id }, search }: PageContext) =>
    id &&
    Promise.all(
      [appQuery(id), ...more(id, search)].map((query) => queryClient.prefetchQuery(query as FetchQueryOptions)),
    );

/** A page that applications share with sites, as one of an application. */
export const onApp = (Shown: ComponentType<OnWorkload>) =>
  appComponent(({ app }) => <Shown workload={appAsWorkload(app)} frame={(page) => <AppPage app={app} {...page} />} />);
