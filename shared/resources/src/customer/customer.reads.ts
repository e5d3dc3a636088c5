import { read, type ListState } from '@panel/contract/reads';
import { CUSTOMER_STATES } from '@panel/contract/schemas';

/** How the list of customers begins, and what it is filtered by. */
export const CUSTOMER_LIST = {
  columns: ['created_at', 'email', 'name', 'last_sign_in_at'],
  orderBy: 'created_at',
  filters: ['state', 'tag'],
} as const;
export type CustomerColumn = (typeof CUSTOMER_LIST)['columns'][number];

/** The filter of a list, as calls and the export take it. */
export const customerFilterOf = ({ keyword, filters }: Pick<ListState, 'keyword' | 'filters'>) => {
  const state = CUSTOMER_STATES.filter((each) => filters['state']?.includes(each));
  return {
    keyword: keyword || undefined,
    ...(state.length > 0 && { state }),
    tag: filters['tag']?.[0] || undefined,
  };
};

/** One page of the partner's customers. */
export const customerListRead = (state: ListState<CustomerColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder } = state;
  return read('customer.list', { pageIndex, pageSize, orderBy, sortOrder, ...customerFilterOf(state) });
};
