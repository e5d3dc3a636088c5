import type { BinnedSite } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import type { BulkAction } from '@panel/ui/data';
import { cannotChangeAllBinned, cannotChangeBinned } from '@panel/resources/bin';

type Handlers = { restore: (sites: readonly BinnedSite[]) => void; purge: (sites: readonly BinnedSite[]) => void };

/** The menu of one deleted site. */
export const binActions = (site: BinnedSite, { restore, purge }: Handlers): MenuItem[] => [
  {
    key: 'restore',
    label: 'Restore',
    icon: 'refresh',
    onSelect: () => restore([site]),
    disabledReason: cannotChangeBinned(site),
  },
  {
    key: 'purge',
    label: 'Delete now',
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => purge([site]),
    disabledReason: cannotChangeBinned(site),
  },
];

/** Actions on the selected sites. */
export function binBulkActions(sites: readonly BinnedSite[], { restore, purge }: Handlers): BulkAction[] {
  const disabledReason = cannotChangeAllBinned(sites) ?? null;
  return [
    { key: 'restore', label: 'Restore', icon: 'refresh', onSelect: () => restore(sites), disabledReason },
    { key: 'purge', label: 'Delete now', icon: 'trash', danger: true, onSelect: () => purge(sites), disabledReason },
  ];
}
