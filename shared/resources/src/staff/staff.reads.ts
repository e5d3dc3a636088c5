import { read, type ListState } from '@panel/contract/reads';
import { STAFF_ROLES } from '@panel/contract/staff-roles';

/** How the list of a partner’s staff begins, and what it is filtered by. */
export const STAFF_LIST = {
  columns: ['created_at', 'email', 'name', 'last_sign_in_at'],
  orderBy: 'created_at',
  filters: ['role'],
} as const;
export type StaffColumn = (typeof STAFF_LIST)['columns'][number];

/** One page of a partner’s staff. */
export const staffListRead = (state: ListState<StaffColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder, keyword, filters } = state;
  const roles = STAFF_ROLES.filter((each) => filters['role']?.includes(each));
  return read('staff.list', {
    ...{ pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined },
    ...(roles.length > 0 && { role: roles }),
  });
};
