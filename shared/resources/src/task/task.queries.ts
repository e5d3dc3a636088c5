import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { taskListRead, type TaskColumn } from './task.reads.ts';

/** How soon tasks appear in an open list, and end in it. */
const LIVE_MS = 15_000;

export const taskListQuery = (state: ListState<TaskColumn>) =>
  queryOf(taskListRead(state), { placeholderData: keepPreviousData, refetchInterval: LIVE_MS });
