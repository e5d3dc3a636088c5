import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { PROGRESS_POLL_MS } from '../site/site.queries.ts';
import { isBeingMade } from './blueprint.can.ts';
import { blueprintListRead, type BlueprintColumn } from './blueprint.reads.ts';

/** One page; it is read again while one of its blueprints is being made. */
export const blueprintListQuery = (state: ListState<BlueprintColumn>, siteId?: string) =>
  queryOf(blueprintListRead(state, siteId), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pageElements.some(isBeingMade) ? PROGRESS_POLL_MS : false),
  });

/** All that a site can be created from now, by name. */
export const usableBlueprintsQuery = calls.blueprint.list.queryOptions({
  input: { usable: 'true', pageIndex: 0, pageSize: 100, orderBy: 'name', sortOrder: 'asc' },
  select: ({ pageElements }) => pageElements,
});
