import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { secondFactorsRead, sessionListRead, type SessionColumn } from './security.reads.ts';

export const sessionListQuery = (state: ListState<SessionColumn>) =>
  queryOf(sessionListRead(state), { placeholderData: keepPreviousData });

/** What a sign-in of the user asks for besides the password. */
export const secondFactorsQuery = queryOf(secondFactorsRead);

/** What the partner requires of its staff. For staff. */
export const staffPolicyQuery = calls.security.staffPolicy.queryOptions();
