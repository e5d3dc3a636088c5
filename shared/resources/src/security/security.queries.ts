import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { sessionListRead, type SessionColumn } from './security.reads.ts';

export const sessionListQuery = (state: ListState<SessionColumn>) =>
  queryOf(sessionListRead(state), { placeholderData: keepPreviousData });
