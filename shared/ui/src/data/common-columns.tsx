import { t } from '@panel/core';
import type { DateLike } from '../format/date.ts';
import { formatBytes, formatOrDash } from '../format/bytes.ts';
import { HealthBadge, StatusBadge, type HealthBadgeProps, type StatusBadgeProps } from '../parts/badge.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import type { DataListItem } from './data-list.tsx';
import type { Column } from './resource-table.tsx';

/** Columns of fields that several resources have. A list that shows one differently spreads it: `{ ...diskColumn, hideBelow: 'lg' }`. */
export const statusColumn: Column<Pick<StatusBadgeProps, 'status'>> = {
  key: 'status',
  title: t('Status'),
  sortable: true,
  width: '132px',
  render: ({ status }) => <StatusBadge status={status} />,
};

/** The status of something that runs: one health, the same wherever it is shown. */
export const healthColumn: Column<HealthBadgeProps> = {
  ...statusColumn,
  width: '188px',
  render: ({ status, health }) => <HealthBadge status={status} health={health} />,
};

/** Bytes on disk. */
export const diskColumn: Column<{ file_size: number | null }> = {
  key: 'file_size',
  title: t('Disk usage'),
  align: 'end',
  width: '112px',
  hideBelow: 'md',
  render: ({ file_size }) => formatOrDash(file_size, formatBytes),
};

export const createdColumn: Column<{ created_at: DateLike }> = {
  key: 'created_at',
  title: t('Created'),
  sortable: true,
  width: '132px',
  hideBelow: 'md',
  render: ({ created_at }) => <RelativeTime at={created_at} />,
};

/** The field of a column for one object, in a `DataList`. */
export const factOf = <T,>({ key, title, render }: Column<T>, of: T): DataListItem => ({
  key,
  label: title,
  value: render(of),
});
