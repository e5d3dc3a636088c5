import { lazy, Suspense } from 'react';
import type { Site } from '@panel/core';
import { cannotDelete, cannotRename } from '@panel/resources/site';
import type { SitePanel } from './site.actions.ts';

// A list is seen far more often than a panel is opened: forms and their schemas come with the panel.
const SiteDeleteDialog = lazy(async () => ({ default: (await import('./site-delete.dialog.tsx')).SiteDeleteDialog }));
const SiteRenamePanel = lazy(async () => ({ default: (await import('./site-rename.panel.tsx')).SiteRenamePanel }));

type Props = { panel: SitePanel | null; site: Site | undefined; onClose: () => void };

/** The panels that a list and an overview share. An address that asks for what is not possible opens nothing. */
export function SitePanels({ panel, site, onClose }: Props) {
  if (!site) return null;
  // A rename that runs keeps its panel, so that its progress stays in sight.
  const renames = site.task_id ? site.status !== 'moving' : !cannotRename(site);
  if (panel === 'rename' && renames)
    return (
      <Suspense>
        <SiteRenamePanel site={site} onClose={onClose} />
      </Suspense>
    );
  if (panel === 'delete' && !cannotDelete(site))
    return (
      <Suspense>
        <SiteDeleteDialog site={site} onClose={onClose} />
      </Suspense>
    );
  return null;
}
