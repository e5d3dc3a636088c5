import type { ReactNode } from 'react';
import {
  queryClient,
  panelStore,
  partnerAtom,
  Slot,
  useCanOpen,
  usePartner,
  useUser,
  userAtom,
  t,
  type Partner,
  type User,
} from '@panel/core';
import { Navigate } from '@panel/core/router';
import { memberMay } from '@panel/contract/member-roles';
import { sectionOn } from '@panel/contract/sections';
import { ButtonLink, Page, Stack } from '@panel/ui';
import { bellQuery } from '@panel/resources/notification';
import {
  CREATE_SITE_PATH,
  attentionSitesQuery,
  siteSummaryQuery,
  wellSitesQuery,
  workSitesQuery,
} from '@panel/resources/site';
import { useFrameModel } from '../../menus/use-frame-model.ts';
import { RecentNews } from './recent-news.tsx';
import { SitesOverview, useDashboardSites } from './sites-overview.tsx';
import './dashboard.css';

/** Members whose role is about money see no sites. */
const seesSites = (user: User, partner: Partner): boolean =>
  sectionOn(partner, 'sites') && memberMay('see', user.member);

/** Starts the page's reads for those who see them: customers of a partner with sites. */
export function prefetch() {
  const partner = panelStore.get(partnerAtom);
  const user = panelStore.get(userAtom);
  if (user?.role !== 'customer' || !partner) return null;
  const news = queryClient.prefetchQuery(bellQuery);
  if (!seesSites(user, partner)) return news;
  const sites = [wellSitesQuery, workSitesQuery, attentionSitesQuery].map((query) => queryClient.prefetchQuery(query));
  return Promise.all([news, ...sites, queryClient.prefetchQuery(siteSummaryQuery)]);
}

type Parts = { actions?: ReactNode; children: ReactNode };

function DashboardPage({ actions, children }: Parts) {
  const { firstname } = useUser();
  return (
    <Page
      title={t('Dashboard')}
      subtitle={firstname ? t('Good to see you, {firstname}.', { firstname }) : undefined}
      actions={actions}
    >
      <Stack gap={5}>
        {children}
        <Slot name="dashboard.cards" />
      </Stack>
    </Page>
  );
}

/** The page's one primary action: in its head, or in place of the sites while there are none. */
function DashboardWithSites() {
  const canCreate = useCanOpen()(CREATE_SITE_PATH);
  const sites = useDashboardSites();
  const create = canCreate && (
    <ButtonLink kind="primary" icon="plus" to={CREATE_SITE_PATH}>
      {t('Create site')}
    </ButtonLink>
  );
  return (
    <DashboardPage actions={!sites.none && create}>
      <SitesOverview sites={sites} create={create}>
        <RecentNews />
      </SitesOverview>
    </DashboardPage>
  );
}

/** Overview: sites by state, running tasks, recent notifications, the last 30 days. */
export function Component() {
  const user = useUser();
  const partner = usePartner();
  const { home } = useFrameModel();
  if (user.role !== 'customer') return <Navigate to={home} replace />;
  if (seesSites(user, partner)) return <DashboardWithSites />;
  return (
    <DashboardPage>
      <RecentNews />
    </DashboardPage>
  );
}
