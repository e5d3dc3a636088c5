import { queryClient, panelStore, partnerAtom, Slot, usePartner, useUser, userAtom } from '@panel/core';
import { Navigate } from '@panel/core/router';
import { sectionOn } from '@panel/contract/sections';
import { Page, Stack } from '@panel/ui';
import { bellQuery } from '@panel/resources/notification';
import { failedSitesQuery, readySitesQuery, siteSummaryQuery, workSitesQuery } from '@panel/resources/site';
import { useFrameModel } from '../../menus/use-frame-model.ts';
import { RecentNews } from './recent-news.tsx';
import { SitesOverview } from './sites-overview.tsx';
import './dashboard.css';

/** Starts the page's reads for those who see them: customers of a partner with sites. */
export function prefetch() {
  const partner = panelStore.get(partnerAtom);
  if (panelStore.get(userAtom)?.role !== 'customer' || !partner) return null;
  const news = queryClient.prefetchQuery(bellQuery);
  if (!sectionOn(partner, 'sites')) return news;
  const sites = [readySitesQuery, workSitesQuery, failedSitesQuery].map((query) => queryClient.prefetchQuery(query));
  return Promise.all([news, ...sites, queryClient.prefetchQuery(siteSummaryQuery)]);
}

/** Overview: sites by state, running tasks, recent notifications, the last 30 days. */
export function Component() {
  const user = useUser();
  const partner = usePartner();
  const { home } = useFrameModel();
  if (user.role !== 'customer') return <Navigate to={home} replace />;
  return (
    <Page title="Dashboard" subtitle={user.firstname ? `Good to see you, ${user.firstname}.` : undefined}>
      <Stack gap={5}>
        {sectionOn(partner, 'sites') && <SitesOverview />}
        <RecentNews />
        <Slot name="dashboard.cards" />
      </Stack>
    </Page>
  );
}
