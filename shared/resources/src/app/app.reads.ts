import { read, type ListState } from '@panel/contract/reads';

/** How the list begins. */
export const APP_LIST = {
  columns: ['created_at', 'fqdn', 'name', 'type'],
  orderBy: 'created_at',
} as const;
export type AppColumn = (typeof APP_LIST)['columns'][number];

/** Applications by page. */
export const appListRead = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<AppColumn>) =>
  read('app.list', { pageIndex, pageSize, orderBy, sortOrder, searchKey: keyword || undefined });
