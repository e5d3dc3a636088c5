import { readListState, usePanelState, type Site, t } from '@panel/core';
import { Button, ButtonLink, EmptyState, lazyPanel, TaskProgress } from '@panel/ui';
import {
  BLUEPRINT_LIST,
  blueprintListQuery,
  BLUEPRINTS_PATH,
  cannotHaveBlueprints,
  cannotMakeBlueprint,
} from '@panel/resources/blueprint';
import { siteOverviewQuery } from '@panel/resources/site';
import { useManagedSite } from '../site/managed-site.ts';
import { useToolTask } from '@panel/workload/parts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { BLUEPRINT_PANELS } from './blueprint.actions.ts';
import { BlueprintTable } from './blueprint-table.tsx';

const MakePanel = lazyPanel(async () => (await import('./blueprint-make.panel.tsx')).BlueprintMakePanel);

export const prefetch = prefetchOf((id, search) => [
  siteOverviewQuery(id),
  blueprintListQuery(readListState(search, BLUEPRINT_LIST), id),
]);

/** /manage-site/blueprints/{id}. Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(SiteBlueprintsPage);

function SiteBlueprintsPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const reason = cannotHaveBlueprints(site);
  if (reason)
    return (
      <SitePage site={site} title={t('Blueprints')}>
        <EmptyState icon="blueprint" title={t('No blueprints of this site')} text={reason} />
      </SitePage>
    );
  return <SiteBlueprints id={id} site={site} />;
}

function SiteBlueprints({ id, site }: { id: string; site: Site }) {
  const { panel, open, close } = usePanelState(BLUEPRINT_PANELS);
  const { progress, setStarted } = useToolTask(site);
  const reason = cannotMakeBlueprint(site);
  const make = (
    <Button kind="primary" icon="plus" onClick={() => open('make')} disabledReason={reason}>
      {t('Save as blueprint')}
    </Button>
  );
  return (
    <SitePage
      site={site}
      title={t('Blueprints')}
      actions={
        <>
          <ButtonLink to={BLUEPRINTS_PATH}>{t('All blueprints')}</ButtonLink>
          {make}
        </>
      }
    >
      {progress && progress.task.status !== 'succeeded' && <TaskProgress {...progress} />}
      <BlueprintTable
        siteId={id}
        caption={t('Blueprints of this site')}
        emptyText={t(
          'A blueprint holds the plugins, themes and settings of this site, and its content if you want. New sites can start from it.',
        )}
        make={make}
      />
      {panel === 'make' && !reason && <MakePanel site={site} onStarted={setStarted} onClose={close} />}
    </SitePage>
  );
}
