import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { memberListRead, type MemberColumn } from './member.reads.ts';

/** One page of the members, with their roles and sites. */
export const memberListQuery = (state: ListState<MemberColumn>) =>
  queryOf(memberListRead(state), { placeholderData: keepPreviousData });

/** Sites and applications that a member can be limited to. */
export const memberWorkloadsQuery = () => calls.member.workloads.queryOptions();
