import { t } from '@panel/core';
import type { IconName } from '../parts/icon.tsx';
import { Button, type ButtonProps } from '../parts/button.tsx';

export type BulkAction = {
  key: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** The call that it makes: staff whose role does not include it cannot use it. */
  call?: ButtonProps['call'];
  onSelect: () => void;
  /** Why it is not possible for these rows. */
  disabledReason?: string | null;
};

/** Actions for the selected rows, in place of the table's head bar. */
type Props = {
  count: number;
  actions: readonly BulkAction[];
  onClear: () => void;
  /** Offers all rows of the list, also those of other pages. */
  all?: { total: number; chosen: boolean; onChoose: () => void } | null;
};

export function BulkBar({ count, actions, onClear, all = null }: Props) {
  return (
    <div className="p-bulk" role="region" aria-label={t('Selected rows')}>
      <span aria-live="polite">
        {all?.chosen ? t('All {total, number} selected', { total: all.total }) : t('{count} selected', { count })}
      </span>
      {all && !all.chosen && (
        <Button size="s" kind="text" onClick={all.onChoose}>
          {t('Select all {total, number}', { total: all.total })}
        </Button>
      )}
      {actions.map((action) => (
        <Button
          key={action.key}
          size="s"
          kind={action.danger ? 'danger' : 'default'}
          icon={action.icon}
          call={action.call}
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
