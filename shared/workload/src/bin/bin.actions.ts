import { t } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import type { BulkAction } from '@panel/ui/data';
import { cannotChangeAllBinned, cannotChangeBinned, type Binned } from '@panel/resources/bin';

type Handlers = { restore: (items: readonly Binned[]) => void; purge: (items: readonly Binned[]) => void };

/** The menu of one row of the bin. */
export const binActions = (item: Binned, { restore, purge }: Handlers): MenuItem[] => [
  {
    ...({ key: 'restore', icon: 'refresh' } as const),
    label: t('Restore'),
    onSelect: () => restore([item]),
    disabledReason: cannotChangeBinned(item),
  },
  {
    ...({ key: 'purge', icon: 'trash', danger: true, separated: true } as const),
    label: t('Delete now'),
    onSelect: () => purge([item]),
    disabledReason: cannotChangeBinned(item),
  },
];

/** Actions on the selected rows. */
export function binBulkActions(items: readonly Binned[], { restore, purge }: Handlers): BulkAction[] {
  const disabledReason = cannotChangeAllBinned(items) ?? null;
  return [
    { key: 'restore', label: t('Restore'), icon: 'refresh', onSelect: () => restore(items), disabledReason },
    {
      ...({ key: 'purge', icon: 'trash', danger: true } as const),
      label: t('Delete now'),
      onSelect: () => purge(items),
      disabledReason,
    },
  ];
}
