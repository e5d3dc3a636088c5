import { useMutation } from '@tanstack/react-query';
import { api, calls, type FleetPlan, type FleetStart, type PlanDecision } from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { useMarkStale } from '../stale.ts';

/** Which sites a change would reach; nothing is stored. */
export const usePreviewFleet = () =>
  useMutation({ mutationFn: (input: Parameters<typeof api.fleet.preview>[0]) => api.fleet.preview(input) });

/** Starts a plan; the response names it. */
export function useStartFleet(onStarted: (planId: string) => void) {
  const refresh = useMarkStale([calls.fleet.key(), ...SITE_CHANGED]);
  return useMutation({
    mutationFn: (input: FleetStart) => api.fleet.start(input),
    onSuccess: ({ plan_id }) => {
      onStarted(plan_id);
      return refresh();
    },
  });
}

/** Continues or stops a plan in the state that is shown, or leaves out one of its sites. */
export function useDecideFleet({ id, state }: Pick<FleetPlan, 'id' | 'state'>) {
  const refresh = useMarkStale([calls.fleet.key(), ...SITE_CHANGED]);
  return useMutation({
    mutationFn: (input: { decision: PlanDecision; site_id?: string }) => api.fleet.decide({ id, state, ...input }),
    onSettled: refresh,
  });
}
