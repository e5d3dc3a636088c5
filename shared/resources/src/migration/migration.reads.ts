import { read, type ListState } from '@panel/contract/reads';
import type { Migration } from '@panel/contract';

/** How every list of migrations begins (data calls §7). */
export const MIGRATION_LIST = {
  columns: ['created_at', 'fqdn', 'type', 'status'],
  orderBy: 'created_at',
  sortOrder: 'desc',
  filters: ['status'],
} as const;
export type MigrationColumn = (typeof MIGRATION_LIST)['columns'][number];

/** The caller's migrations by page; for staff all of the partner's. */
export const migrationListRead = ({
  pageIndex,
  pageSize,
  orderBy,
  sortOrder,
  keyword,
  filters,
}: ListState<MigrationColumn>) =>
  read('migration.list', {
    ...{ pageIndex, pageSize, orderBy, sortOrder },
    keyword: keyword || undefined,
    status: filters['status']?.length ? (filters['status'] as Migration['status'][]) : undefined,
  });

export const migrationRead = (id: string) => read('migration.byId', { id });

/** What was written on the complete copy since it was made. */
export const writtenRead = (id: string) => read('migration.written', { id });
