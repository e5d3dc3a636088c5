import type { App } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import { cannotDeleteApp } from '@panel/resources/app';
import type { AppPanel } from './app.actions.ts';

// Pages are opened more often than panels, so forms and their schemas load with the panel.
const RenamePanel = lazyPanel(async () => (await import('./app-rename.panel.tsx')).AppRenamePanel);
const UpgradePanel = lazyPanel(async () => (await import('../license/upgrade-app.panel.tsx')).UpgradeAppPanel);
const DeleteDialog = lazyPanel(async () => (await import('./app-delete.dialog.tsx')).AppDeleteDialog);

const TagsPanel = lazyPanel(async () => (await import('@panel/workload/bulk-panels')).TagsPanel);

type Props = { panel: AppPanel | null; app: App | undefined; onClose: () => void };

/** The panels that the list and the management page share. */
export function AppPanels({ panel, app, onClose }: Props) {
  if (panel === 'license') return <UpgradePanel app={app} onClose={onClose} />;
  if (!app) return null;
  // A running rename keeps its panel, so that its progress stays visible.
  if (panel === 'rename' && app.domain_type === 'sub_domain') return <RenamePanel app={app} onClose={onClose} />;
  if (panel === 'tags') return <TagsPanel id={app.id} tags={app.tags} onClose={onClose} />;
  return panel === 'delete' && !cannotDeleteApp(app) ? <DeleteDialog app={app} onClose={onClose} /> : null;
}
