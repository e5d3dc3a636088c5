import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

type Input<Call extends 'create' | 'change'> = Parameters<(typeof api.view)[Call]>[0];
const CHANGED = [calls.view.key()];

export function useCreateView() {
  return useMutation({
    mutationFn: (input: Input<'create'>) => api.view.create(input),
    onSuccess: useMarkStale(CHANGED),
  });
}

/** Renames a view, saves what it shows, or lets the list begin with it. @param failure where a refusal is shown */
export function useChangeView(failure?: 'notice') {
  return useMutation({
    mutationFn: (input: Input<'change'>) => api.view.change(input, { context: { ...(failure && { failure }) } }),
    onSuccess: useMarkStale(CHANGED),
  });
}

export function useRemoveView(onDone: () => void) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (id: string) => api.view.remove({ id }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}
