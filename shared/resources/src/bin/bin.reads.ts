import { read, type ListState } from '@panel/contract/reads';

/** How the bin begins: what was deleted last is first. */
export const BIN_LIST = {
  columns: ['deleted_at', 'fqdn', 'file_size'],
  orderBy: 'deleted_at',
} as const;
export type BinColumn = (typeof BIN_LIST)['columns'][number];

/** The same of the caller's deleted applications. */
export const appBinListRead = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<BinColumn>) =>
  read('app.bin', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });

/** One page of the caller's deleted sites: a customer's own, or for staff all of the partner's. */
export const binListRead = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<BinColumn>) =>
  read('bin.list', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });
