import { MEMBER_ROLES } from '@panel/contract/member-roles';
import { read, type ListState } from '@panel/contract/reads';

/** How the list of an account’s members begins, and what it is filtered by. */
export const MEMBER_LIST = {
  columns: ['created_at', 'email', 'name', 'last_sign_in_at'],
  orderBy: 'created_at',
  filters: ['role'],
} as const;
export type MemberColumn = (typeof MEMBER_LIST)['columns'][number];

/** One page of an account’s members. */
export const memberListRead = (state: ListState<MemberColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder, keyword, filters } = state;
  const roles = MEMBER_ROLES.filter((each) => filters['role']?.includes(each));
  return read('member.list', {
    ...{ pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined },
    ...(roles.length > 0 && { role: roles }),
  });
};
