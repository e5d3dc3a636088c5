import type { Site } from '@panel/core';
import type { SitePanel } from './site.actions.ts';
import { cannotDelete, cannotRename } from './site.can.ts';
import { SiteDeleteDialog } from './site-delete.dialog.tsx';
import { SiteRenamePanel } from './site-rename.panel.tsx';

type Props = { panel: SitePanel | null; site: Site | undefined; onClose: () => void };

/** The panels that a list and an overview share. An address that asks for what is not possible opens nothing. */
export function SitePanels({ panel, site, onClose }: Props) {
  if (!site) return null;
  // A rename that runs keeps its panel, so that its progress stays in sight.
  const renames = site.task_id ? site.status !== 'moving' : !cannotRename(site);
  if (panel === 'rename' && renames) return <SiteRenamePanel site={site} onClose={onClose} />;
  if (panel === 'delete' && !cannotDelete(site)) return <SiteDeleteDialog site={site} onClose={onClose} />;
  return null;
}
