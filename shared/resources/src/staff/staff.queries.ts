import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { staffListRead, type StaffColumn } from './staff.reads.ts';

/** One page of the staff, with their roles. */
export const staffListQuery = (state: ListState<StaffColumn>) =>
  queryOf(staffListRead(state), { placeholderData: keepPreviousData });
