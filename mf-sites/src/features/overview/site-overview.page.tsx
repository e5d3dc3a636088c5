import { Slot, usePanelState, t } from '@panel/core';
import { Grid, Stack } from '@panel/ui';
import { siteOverviewQuery, useCheckSite } from '@panel/resources/site';
import { ChecksCard, UptimeCard } from '@panel/workload/health';
import { BuilderPublicationCard } from '../builder/builder-publication.card.tsx';
import { SiteDomainCard } from '../domain/site-domain.card.tsx';
import { ExpiredLicense } from '../license/expired-license.tsx';
import { SiteUpgradeCard } from '../license/site-upgrade.card.tsx';
import { useSiteOverview } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { SitePanels } from '../site/site-panels.tsx';
import { FileAccessTool } from '../tools/file-access.tool.tsx';
import { SiteActivityCard } from './site-activity.card.tsx';
import { SiteDeploymentCard } from './site-deployment.card.tsx';
import { SiteDueCard } from './site-due.card.tsx';
import { SiteHealthCard } from './site-health.card.tsx';
import { SiteInformationCard } from './site-information.card.tsx';
import { SiteLimitsCard } from './site-limits.card.tsx';
import { SiteTask } from './site-task.tsx';
import { SiteUsageCard } from './site-usage.card.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id)]);

/** Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(SiteOverviewPage);

function SiteOverviewPage({ id }: { id: string }) {
  const overview = useSiteOverview(id);
  const { panel, open, close } = usePanelState(['rename', 'publish', 'upgrade', 'license']);
  const check = useCheckSite(id);
  const { site } = overview;
  return (
    <SitePage site={site}>
      <SiteTask overview={overview} />
      <SiteHealthCard overview={overview} />
      <ExpiredLicense overview={overview} onUpgrade={() => open('license')} />
      <SiteInformationCard
        overview={overview}
        onRename={() => open('rename')}
        onPublish={() => open('publish')}
        onUpgrade={() => open('upgrade')}
      />
      <Grid min="sidebar">
        <Stack gap={4}>
          <SiteDueCard overview={overview} onUpgrade={() => open('upgrade')} />
          {site.type === 'site_builder' && <BuilderPublicationCard siteId={id} site={site} />}
          {site.type === 'github' && <SiteDeploymentCard siteId={id} site={site} />}
          {(site.type === 'ftp' || site.type === 'ftp_migration') && site.status === 'ready' && (
            <FileAccessTool siteId={id} reason={site.task_id ? t('A task is changing this site.') : undefined} />
          )}
          <SiteUsageCard days={overview.days} />
          {overview.uptime && <UptimeCard uptime={overview.uptime} />}
          <ChecksCard evidence={overview.evidence} isChecking={check.isPending} onCheck={() => check.mutate()} />
          <SiteActivityCard activity={overview.activity} />
          <Slot name="site.overview" siteId={id} fqdn={site.fqdn} />
        </Stack>
        <Stack gap={4}>
          <SiteDomainCard overview={overview} />
          <SiteUpgradeCard site={site} onUpgrade={() => open('license')} />
          <SiteLimitsCard overview={overview} />
        </Stack>
      </Grid>
      <SitePanels panel={panel} site={site} onClose={close} />
    </SitePage>
  );
}
