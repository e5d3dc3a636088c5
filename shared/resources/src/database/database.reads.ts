import { read, type ListState } from '@panel/contract/reads';

/** How the list begins. */
export const DATABASE_LIST = { columns: ['created_at', 'fqdn'], orderBy: 'created_at' } as const;
export type DatabaseColumn = (typeof DATABASE_LIST)['columns'][number];

/** Databases of sites and applications by page. */
export const databaseListRead = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<DatabaseColumn>) =>
  read('database.list', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });
