import { t } from '@panel/core';
import { ButtonLink } from '@panel/ui';
import { cdnPath, cdnSettingsQuery } from '@panel/resources/cdn';
import { siteOverviewQuery } from '@panel/resources/site';
import { siteAsWorkload } from '@panel/resources/workload';
import { CdnSettingsForm } from '@panel/workload/cdn';
import { useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), cdnSettingsQuery(id)]);

/** /manage-site/cdn_old: the settings alone. Without a site, show the list. */
export const Component = siteComponent(CdnSettingsPage);

function CdnSettingsPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  return (
    <SitePage
      site={site}
      title={t('CDN settings')}
      width="form"
      actions={
        <ButtonLink icon="chart" to={cdnPath(id)}>
          {t('Traffic')}
        </ButtonLink>
      }
    >
      <CdnSettingsForm workload={siteAsWorkload(site)} />
    </SitePage>
  );
}
