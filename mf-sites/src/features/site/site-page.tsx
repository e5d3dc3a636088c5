import { t, type Site } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { Page, type PageProps } from '@panel/ui';
import { WorkloadHeader } from '@panel/ui/data';
import { overviewPath, siteName, siteWorkload } from '@panel/resources/site';
import { useAdminLogin } from '@panel/resources/site-tool';
import { siteHeaderActions } from './site.actions.ts';
import { SiteSwitch } from './site-switch.tsx';

type Props = Omit<PageProps, 'breadcrumb' | 'subject' | 'title'> & {
  site: Site;
  /** Left out on its overview, where the title of the site is the h1. */
  title?: string;
};

/** A page of a site: below its trail the header that all of them share. */
export function SitePage({ site, title, ...page }: Props) {
  const { pathname } = useLocation();
  const { logIn, isPending } = useAdminLogin();
  const to = overviewPath(site.site_id ?? '');
  const crumb = { title: siteName(site).title, beside: <SiteSwitch site={site} /> };
  return (
    <Page
      {...page}
      title={title}
      breadcrumb={[
        { title: t('Dashboard'), to: '/dashboard' },
        { title: t('My Sites'), to: '/sites' },
        ...(title === undefined ? [crumb] : [{ ...crumb, to }, { title }]),
      ]}
      subject={
        <WorkloadHeader
          {...siteWorkload(site, pathname)}
          actions={siteHeaderActions(site, { logIn, isLoggingIn: isPending })}
          to={title === undefined ? undefined : to}
        />
      }
    />
  );
}
