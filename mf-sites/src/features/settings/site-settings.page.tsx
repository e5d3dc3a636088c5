import { usePanelState, t } from '@panel/core';
import { ButtonLink, Stack, TaskProgress } from '@panel/ui';
import { siteBlueprintsPath } from '@panel/resources/blueprint';
import { siteOverviewQuery, toolsPath } from '@panel/resources/site';
import { cannotUseTools } from '@panel/resources/site-tool';
import { useManagedSite } from '../site/managed-site.ts';
import { siteAsWorkload } from '@panel/resources/workload';
import { useToolTask } from '@panel/workload/parts';
import { ProtectionCard } from '@panel/workload/protection';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { SitePanels } from '../site/site-panels.tsx';
import { PhpSettingsCard } from './php-settings.card.tsx';
import { PhpVersionCard } from './php-version.card.tsx';
import { SiteDeleteCard } from './site-delete.card.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id)]);

/** Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(SiteSettingsPage);

function SiteSettingsPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const { progress, setStarted } = useToolTask(site);
  const { panel, open, close } = usePanelState(['delete']);
  const isWordPress = site.type === 'wordpress';
  return (
    <SitePage
      site={site}
      title={t('Settings')}
      width="form"
      actions={
        isWordPress && (
          <>
            <ButtonLink icon="blueprint" to={siteBlueprintsPath(id)}>
              {t('Blueprints')}
            </ButtonLink>
            <ButtonLink icon="terminal" to={toolsPath(id)}>
              {t('Tools')}
            </ButtonLink>
          </>
        )
      }
    >
      <Stack gap={4}>
        {progress && <TaskProgress {...progress} />}
        {isWordPress && <PhpVersionCard site={site} onStarted={setStarted} />}
        {isWordPress && <PhpSettingsCard siteId={id} reason={cannotUseTools(site)} onStarted={setStarted} />}
        <ProtectionCard workload={siteAsWorkload(site)} />
        <SiteDeleteCard site={site} onDelete={() => open('delete')} />
      </Stack>
      <SitePanels panel={panel} site={site} onClose={close} />
    </SitePage>
  );
}
