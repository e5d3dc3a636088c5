import { ButtonLink, Page } from '@panel/ui';
import { cdnPath, cdnSettingsQuery } from '@panel/resources/cdn';
import { siteOverviewQuery } from '@panel/resources/site';
import { trailOf, useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { CdnSettingsForm } from './cdn-settings.form.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), cdnSettingsQuery(id)]);

/** /manage-site/cdn_old: the settings alone. Without a site, show the list. */
export const Component = siteComponent(CdnSettingsPage);

function CdnSettingsPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  return (
    <Page
      title="CDN settings"
      subtitle={site.fqdn}
      breadcrumb={trailOf(id, site, 'CDN settings')}
      width="form"
      actions={
        <ButtonLink icon="chart" to={cdnPath(id)}>
          Traffic
        </ButtonLink>
      }
    >
      <CdnSettingsForm siteId={id} />
    </Page>
  );
}
