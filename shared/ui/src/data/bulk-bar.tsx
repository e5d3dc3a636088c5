import { t } from '@panel/core';
import type { IconName } from '../parts/icon.tsx';
import { Button } from '../parts/button.tsx';

export type BulkAction = {
  key: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  onSelect: () => void;
  /** Why it is not possible for these rows. */
  disabledReason?: string | null;
};

/** Actions for the selected rows, in place of the table's head bar. */
export function BulkBar({
  count,
  actions,
  onClear,
}: {
  count: number;
  actions: readonly BulkAction[];
  onClear: () => void;
}) {
  return (
    <div className="p-bulk" role="region" aria-label={t('Selected rows')}>
      <span aria-live="polite">{t('{count} selected', { count })}</span>
      {actions.map((action) => (
        <Button
          key={action.key}
          size="s"
          kind={action.danger ? 'danger' : 'default'}
          icon={action.icon}
          onClick={action.onSelect}
          disabledReason={action.disabledReason}
        >
          {action.label}
        </Button>
      ))}
      <Button size="s" kind="text" onClick={onClear}>
        {t('Clear selection')}
      </Button>
    </div>
  );
}
