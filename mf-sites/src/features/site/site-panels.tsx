import type { Site } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import { cannotDelete, cannotRename, cannotUpgrade } from '@panel/resources/site';
import { cannotPublish } from '@panel/resources/staging';
import type { SitePanel } from './site.actions.ts';

// Lists are opened more often than panels, so forms and their schemas load with the panel.
const SiteDeleteDialog = lazyPanel(async () => (await import('./site-delete.dialog.tsx')).SiteDeleteDialog);
const StagingDeletePanel = lazyPanel(
  async () => (await import('../staging/staging-delete.panel.tsx')).StagingDeletePanel,
);
const StagingPublishPanel = lazyPanel(
  async () => (await import('../staging/staging-publish.panel.tsx')).StagingPublishPanel,
);
const SiteUpgradeDialog = lazyPanel(
  async () => (await import('../overview/site-upgrade.dialog.tsx')).SiteUpgradeDialog,
);
const SiteRenamePanel = lazyPanel(async () => (await import('./site-rename.panel.tsx')).SiteRenamePanel);

const UpgradeSitePanel = lazyPanel(async () => (await import('../license/upgrade-site.panel.tsx')).UpgradeSitePanel);

const TagsPanel = lazyPanel(async () => (await import('@panel/workload/bulk-panels')).TagsPanel);

type Props = { panel: SitePanel | null; site: Site | undefined; onClose: () => void };

/** The panels that list and overview share. An address with an action that is not possible opens nothing. */
export function SitePanels({ panel, site, onClose }: Props) {
  if (panel === 'license') return <UpgradeSitePanel site={site} onClose={onClose} />;
  if (!site) return null;
  // A running rename keeps its panel, so that its progress stays visible.
  const renames = site.task_id ? site.status !== 'moving' : !cannotRename(site);
  if (panel === 'rename' && renames) return <SiteRenamePanel site={site} onClose={onClose} />;
  // A running publish keeps its panel for the same reason.
  if (panel === 'publish' && site.isStage && (site.task_id || !cannotPublish(site)))
    return <StagingPublishPanel site={site} onClose={onClose} />;
  // A running upgrade keeps its panel as well.
  if (panel === 'upgrade' && (site.task_id ? site.status !== 'moving' : !cannotUpgrade(site)))
    return <SiteUpgradeDialog site={site} onClose={onClose} />;
  if (panel === 'tags' && site.site_id) return <TagsPanel id={site.site_id} tags={site.tags} onClose={onClose} />;
  if (panel !== 'delete' || cannotDelete(site)) return null;
  const Panel = site.isStage ? StagingDeletePanel : SiteDeleteDialog;
  return <Panel site={site} onClose={onClose} />;
}
