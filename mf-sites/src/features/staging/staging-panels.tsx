import type { Site, Staging } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import { cannotChange } from '@panel/resources/site';
import { cannotCopy, cannotRevert } from '@panel/resources/staging';

// The page is opened more often than its panels.
const CreatePanel = lazyPanel(async () => (await import('./staging-create.panel.tsx')).StagingCreatePanel);
const RefreshDialog = lazyPanel(async () => (await import('./staging-refresh.dialog.tsx')).StagingRefreshDialog);
const RevertDialog = lazyPanel(async () => (await import('./staging-revert.dialog.tsx')).StagingRevertDialog);

/** `publish` and `delete` are panels of the staging site, which its other pages have, too. */
export const STAGING_PANELS = ['create', 'refresh', 'revert', 'publish', 'delete'] as const;
export type StagingPanel = (typeof STAGING_PANELS)[number];

type Props = {
  panel: StagingPanel | null;
  live: Site;
  environment: Staging;
  onStarted: (taskId: string) => void;
  onClose: () => void;
};

/** The panel in the address. One with an action that is not possible opens nothing. */
export function StagingPanels({ panel, live, environment, onStarted, onClose }: Props) {
  const { staging, revert } = environment;
  if (panel === 'create' && !staging && !cannotChange(live)) return <CreatePanel {...{ live, onStarted, onClose }} />;
  if (!staging) return null;
  if (panel === 'refresh' && !cannotCopy(live, staging))
    return <RefreshDialog {...{ live, staging, onStarted, onClose }} />;
  if (panel === 'revert' && revert && !cannotRevert(environment, live))
    return <RevertDialog {...{ live, staging, revert, onStarted, onClose }} />;
  return null;
}
