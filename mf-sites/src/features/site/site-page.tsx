import { t, type Site } from '@panel/core';
import { useLocation } from '@panel/core/router';
import type { PageProps } from '@panel/ui';
import { overviewPath, siteWorkload } from '@panel/resources/site';
import { useAdminLogin } from '@panel/resources/site-tool';
import { WorkloadPage } from '@panel/workload/page';
import { siteHeaderActions } from './site.actions.ts';
import { SiteSwitch } from './site-switch.tsx';

type Props = Omit<PageProps, 'breadcrumb' | 'subject' | 'title'> & {
  site: Site;
  /** Left out on its overview, where the title of the site is the h1. */
  title?: string;
};

/** A page of a site. */
export function SitePage({ site, ...page }: Props) {
  const { pathname } = useLocation();
  const { logIn, isPending } = useAdminLogin();
  return (
    <WorkloadPage
      {...page}
      header={{
        ...siteWorkload(site, pathname),
        actions: siteHeaderActions(site, { logIn, isLoggingIn: isPending }),
      }}
      list={{ title: t('My Sites'), to: '/sites' }}
      overview={overviewPath(site.site_id ?? '')}
      beside={<SiteSwitch site={site} />}
    />
  );
}
