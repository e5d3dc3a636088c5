import { read, type ListState } from '@panel/contract/reads';
import { RESELLER_STATES } from '@panel/contract/schemas';

/** How the list of partners begins, and what it is filtered by. */
export const RESELLER_LIST = {
  columns: ['created_at', 'name', 'host'],
  orderBy: 'created_at',
  filters: ['state'],
} as const;
export type ResellerColumn = (typeof RESELLER_LIST)['columns'][number];

/** One page of the partners of the installation. */
export const resellerListRead = (state: ListState<ResellerColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder, keyword, filters } = state;
  const states = RESELLER_STATES.filter((each) => filters['state']?.includes(each));
  return read('reseller.list', {
    ...{ pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined },
    ...(states.length > 0 && { state: states }),
  });
};
