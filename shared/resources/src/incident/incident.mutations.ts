import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

type Input<Call extends 'create' | 'save' | 'update'> = Parameters<(typeof api.incident)[Call]>[0];

/** What a change makes stale, in whatever remote it is shown. */
const CHANGED = [calls.incident.key()];

export function useCreateIncident() {
  return useMutation({
    mutationFn: (input: Input<'create'>) => api.incident.create(input),
    onSuccess: useMarkStale(CHANGED),
  });
}

export function useSaveIncident() {
  return useMutation({
    mutationFn: (input: Input<'save'>) => api.incident.save(input),
    onSuccess: useMarkStale(CHANGED),
  });
}

/** Tells what is new of one. */
export function useUpdateIncident() {
  return useMutation({
    mutationFn: (input: Input<'update'>) => api.incident.update(input),
    onSuccess: useMarkStale(CHANGED),
  });
}
