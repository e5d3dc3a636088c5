import { read, type ListState } from '@panel/contract/reads';

/** How the list begins, and what the server orders it by. */
export const API_TOKEN_LIST = {
  columns: ['created_at', 'name', 'last_used_at', 'expires_at'],
  orderBy: 'created_at',
} as const;
export type ApiTokenColumn = (typeof API_TOKEN_LIST)['columns'][number];

/** The account's API tokens by page. */
export const apiTokenListRead = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<ApiTokenColumn>) =>
  read('apiToken.list', { pageIndex, pageSize, orderBy, sortOrder });
