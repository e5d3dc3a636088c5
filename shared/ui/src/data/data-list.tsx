import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type DataListItem = { key: string; label: ReactNode; value: ReactNode };
export type DataListProps = { items: readonly (DataListItem | null | false)[]; columns?: 1 | 2; className?: string };

/** Labels and values of one object; null entries are left out. An empty value is a dash. */
export function DataList({ items, columns = 1, className }: DataListProps) {
  return (
    <dl className={cx('p-data-list', columns === 2 && 'p-data-list-2', className)}>
      {items
        .filter((item) => item !== null && item !== false)
        .map((item) => (
          <div key={item.key} className="p-data-item">
            <dt>{item.label}</dt>
            <dd>{item.value === null || item.value === undefined || item.value === '' ? '-' : item.value}</dd>
          </div>
        ))}
    </dl>
  );
}
