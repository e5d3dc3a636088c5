import { queryClient, Slot, usePanelState, type PageContext } from '@panel/core';
import { Navigate, useParams } from '@panel/core/router';
import { Grid, Page, Stack } from '@panel/ui';
import { siteOverviewQuery } from '@panel/resources/site';
import { useSiteOverview } from '../site/managed-site.ts';
import { SitePanels } from '../site/site-panels.tsx';
import { SiteDeploymentCard } from './site-deployment.card.tsx';
import { SiteEvidenceCard } from './site-evidence.card.tsx';
import { SiteInformationCard } from './site-information.card.tsx';
import { SiteLimitsCard } from './site-limits.card.tsx';
import { SiteLinks } from './site-links.tsx';
import { SiteTask } from './site-task.tsx';
import { SiteUsageCard } from './site-usage.card.tsx';

export const prefetch = ({ params: { id } }: PageContext) => id && queryClient.prefetchQuery(siteOverviewQuery(id));

/** Without a site there is nothing to manage; send the user to the list. */
export function Component() {
  const { id } = useParams();
  return id ? <SiteOverviewPage id={id} /> : <Navigate to="/sites" replace />;
}

function SiteOverviewPage({ id }: { id: string }) {
  const overview = useSiteOverview(id);
  const { panel, open, close } = usePanelState(['rename', 'publish', 'upgrade']);
  const { site } = overview;
  return (
    <Page
      title={site.fqdn}
      breadcrumb={[{ title: 'Dashboard', to: '/dashboard' }, { title: 'My Sites', to: '/sites' }, { title: site.fqdn }]}
      actions={<SiteLinks overview={overview} />}
    >
      <SiteTask overview={overview} />
      <SiteInformationCard
        overview={overview}
        onRename={() => open('rename')}
        onPublish={() => open('publish')}
        onUpgrade={() => open('upgrade')}
      />
      <Grid min="sidebar">
        <Stack gap={4}>
          {site.type === 'github' && <SiteDeploymentCard siteId={id} site={site} />}
          <SiteUsageCard days={overview.days} />
          <SiteEvidenceCard siteId={id} evidence={overview.evidence} />
          <Slot name="site.overview" siteId={id} fqdn={site.fqdn} />
        </Stack>
        <SiteLimitsCard overview={overview} />
      </Grid>
      <SitePanels panel={panel} site={site} onClose={close} />
    </Page>
  );
}
