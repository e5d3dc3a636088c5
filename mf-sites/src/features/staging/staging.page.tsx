import { useSuspenseQuery } from '@tanstack/react-query';
import { usePanelState, type Site, t } from '@panel/core';
import { Navigate } from '@panel/core/router';
import { Button, EmptyState, Stack, TaskProgress } from '@panel/ui';
import { cannotChange, siteOverviewQuery } from '@panel/resources/site';
import { cannotHaveStaging, stagingPath, stagingQuery } from '@panel/resources/staging';
import { useManagedSite } from '../site/managed-site.ts';
import { useToolTask } from '@panel/workload/parts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { SitePanels } from '../site/site-panels.tsx';
import { StagingCard } from './staging.card.tsx';
import { StagingDifferenceCard } from './staging-difference.card.tsx';
import { STAGING_PANELS, StagingPanels } from './staging-panels.tsx';

const TITLE = t('Staging environment');

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), stagingQuery(id)]);

/** /manage-site/staging-environment/{id of the live site}. Without a site, show the list. */
export const Component = siteComponent(StagingPage);

function StagingPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  // Both sites of a pair have one page.
  if (site.parent_id) return <Navigate to={stagingPath(site.parent_id)} replace />;
  const reason = cannotHaveStaging(site);
  if (reason)
    return (
      <SitePage site={site} title={TITLE}>
        <EmptyState icon="branch" title={t('No staging for this site')} text={reason} />
      </SitePage>
    );
  return <Environment id={id} live={site} />;
}

type Props = { id: string; live: Site };

function Environment({ id, live }: Props) {
  const { data: environment } = useSuspenseQuery(stagingQuery(id));
  const { progress, setStarted } = useToolTask(live);
  const { panel, open, close } = usePanelState(STAGING_PANELS);
  const { staging } = environment;
  return (
    <SitePage site={live} title={TITLE}>
      <Stack gap={4}>
        {progress && <TaskProgress {...progress} />}
        {staging ? (
          <>
            <StagingCard live={live} environment={{ ...environment, staging }} onOpen={open} />
            <StagingDifferenceCard live={live} staging={staging} />
          </>
        ) : (
          <EmptyState
            icon="branch"
            title={t('No staging environment yet')}
            text={t(
              'Staging is a copy of this site at its own address. Try out changes there, see what would change, and publish them when they are ready.',
            )}
            action={
              <Button kind="primary" icon="plus" disabledReason={cannotChange(live)} onClick={() => open('create')}>
                {t('Create staging environment')}
              </Button>
            }
          />
        )}
      </Stack>
      <StagingPanels {...{ panel, live, environment }} onStarted={setStarted} onClose={close} />
      {(panel === 'publish' || panel === 'delete') && (
        <SitePanels panel={panel} site={staging ?? undefined} onClose={close} />
      )}
    </SitePage>
  );
}
