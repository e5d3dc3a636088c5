import { calls, queryOf } from '@panel/core';
import { fleetRead } from './fleet.reads.ts';

const LIST_POLL_MS = 3000;
const PLAN_POLL_MS = 1000;
const PLAN_POLL_MAX_MS = 5000;

/** The plans of the last month; renewed while one runs. */
export const fleetQuery = queryOf(fleetRead, {
  refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'running') ? LIST_POLL_MS : false),
});

/** Progress of a plan: 1 s at first, rising to 5 s. */
export const fleetPlanQuery = (id: string) =>
  calls.fleet.byId.queryOptions({
    input: { id },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.ended ? false : Math.min(PLAN_POLL_MAX_MS, PLAN_POLL_MS + state.dataUpdateCount * 250),
  });
