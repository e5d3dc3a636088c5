import { queryClient, type PageContext } from '@panel/core';
import { Navigate, useParams } from '@panel/core/router';
import { ButtonLink, Page } from '@panel/ui';
import { cdnPath, cdnSettingsQuery } from '@panel/resources/cdn';
import { siteOverviewQuery } from '@panel/resources/site';
import { trailOf, useManagedSite } from '../site/managed-site.ts';
import { CdnSettingsForm } from './cdn-settings.form.tsx';

export function prefetch({ params: { id } }: PageContext) {
  if (!id) return undefined;
  return Promise.all([
    queryClient.prefetchQuery(siteOverviewQuery(id)),
    queryClient.prefetchQuery(cdnSettingsQuery(id)),
  ]);
}

/** /manage-site/cdn_old: the settings alone. Without a site, show the list. */
export function Component() {
  const { id } = useParams();
  return id ? <CdnSettingsPage id={id} /> : <Navigate to="/sites" replace />;
}

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
