import { useMutation } from '@tanstack/react-query';
import { api, calls, newIdempotencyKey, queryOf } from '@panel/core';
import type { AppScheduleForm } from '@panel/contract';
import { useMarkStale } from '../stale.ts';
import { isActiveRun } from './app.can.ts';
import { appCommandsRead } from './app.reads.ts';

/** Polling interval while a command runs, and of its log. */
const PROGRESS_POLL_MS = 2000;
const LOG_POLL_MS = 700;

export const appCommandsQuery = (id: string) =>
  queryOf(appCommandsRead(id), {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.runs.some(isActiveRun) ? PROGRESS_POLL_MS : false),
  });

export const runQuery = (id: string) =>
  calls.app.run.queryOptions({
    input: { id },
    refetchInterval: ({ state: { data } }) => (data && isActiveRun(data) ? LOG_POLL_MS : false),
  });

/** A part of the log of a command; the last part is asked for again while it runs. */
export const runLogQuery = (id: string, from: number) =>
  calls.app.runLog.queryOptions({
    input: { id, from },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.ended ? false : LOG_POLL_MS),
  });

const useRefreshCommands = (id: string) => useMarkStale([calls.app.commands.key({ input: { id } })]);

/** Runs one command now. */
export function useStartRun(id: string) {
  const refresh = useRefreshCommands(id);
  return useMutation({
    mutationFn: (command: string) =>
      api.app.startRun({ id, command }, { context: { idempotencyKey: newIdempotencyKey() } }),
    onSuccess: refresh,
  });
}

/** Ends a command that waits or runs; a refusal is shown as a notification. */
export function useCancelRun() {
  const refresh = useMarkStale([calls.app.run.key(), calls.app.commands.key()]);
  return useMutation({
    mutationFn: (id: string) => api.app.cancelRun({ id }, { context: { failure: 'notice' } }),
    onSettled: refresh,
  });
}

/** Adds a scheduled command, or changes the one with the id. */
export function useSaveSchedule(appId: string) {
  const refresh = useRefreshCommands(appId);
  return useMutation({
    mutationFn: ({
      id,
      input,
      expected,
    }: {
      id: string | null;
      input: AppScheduleForm;
      expected?: Partial<AppScheduleForm>;
    }) =>
      id === null
        ? api.app.addSchedule({ id: appId, ...input }, { context: { idempotencyKey: newIdempotencyKey() } })
        : api.app.changeSchedule({ id, ...input, expected }),
    onSuccess: refresh,
  });
}

/** Deletes a scheduled command. */
export function useRemoveSchedule(appId: string) {
  const refresh = useRefreshCommands(appId);
  return useMutation({ mutationFn: (id: string) => api.app.removeSchedule({ id }), onSuccess: refresh });
}
