import { useEffect, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  api,
  calls,
  newIdempotencyKey,
  type App,
  type AppEnvironment,
  type AppVariables,
  type BuildSettings,
  type ExistingAppInput,
  type FullstackAppInput,
  type ProjectCreateInput,
} from '@panel/core';
import type { PushSecret } from '@panel/contract';
import { useMarkStale } from '../stale.ts';
import { useUpload } from '../upload/use-upload.ts';
import { appChecksQuery } from './app.queries.ts';

/** Everything that shows applications. */
const APPS = [[['app']]] as const;

const useRefreshApps = () => useMarkStale(APPS.map((key) => [...key]));

/** Reloads what is shown of an application once the task that worked on it has ended; its page reads often until then. */
export function useAppTaskEnd({ task_id }: Pick<App, 'task_id'>): void {
  const refresh = useRefreshApps();
  const latest = useRef(refresh);
  const before = useRef(task_id);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    if (before.current !== null && before.current !== task_id) void latest.current();
    before.current = task_id;
  }, [task_id]);
}

/** Checks the application on the server now and shows the result. */
export function useCheckApp(id: string) {
  const cache = useQueryClient();
  const refresh = useRefreshApps();
  const { queryKey } = appChecksQuery(id);
  return useMutation({
    mutationFn: () => api.app.checks({ id, check: 'now' }, { context: { failure: 'notice' } }),
    onSuccess: (checks) => {
      cache.setQueryData(queryKey, checks);
      return refresh();
    },
  });
}

/** Creates an application from a template, or from nothing. */
export function useCreateProject() {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (input: ProjectCreateInput) =>
      api.app.createProject(input, { context: { idempotencyKey: newIdempotencyKey() } }),
    onSuccess: refresh,
  });
}

/** Creates an application from a repository. */
export function useCreateFromRepository() {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (input: ExistingAppInput) =>
      api.app.existingApp(input, { context: { idempotencyKey: newIdempotencyKey() } }),
    onSuccess: refresh,
  });
}

/** Creates a front end and a back end. */
export function useCreateFullstack() {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (input: FullstackAppInput) =>
      api.app.fullstackApp(input, { context: { idempotencyKey: newIdempotencyKey() } }),
    onSuccess: refresh,
  });
}

/** Creates a manual application from a zip. */
export function useCreateManual() {
  const refresh = useRefreshApps();
  const upload = useUpload();
  const mutation = useMutation({
    mutationFn: ({ file, ...app }: { file: File; fqdn: string; spa_fallback: boolean }) =>
      upload.run(({ signal, upload: sending }) =>
        api.app.manualCreate(
          { app, manualAppZipFile: file },
          { signal, context: { idempotencyKey: newIdempotencyKey(), upload: sending } },
        ),
      ),
    onSuccess: refresh,
  });
  return { ...mutation, percent: upload.percent, cancel: upload.cancel };
}

/** Replaces the files of a manual application. */
export function useReplaceFiles(id: string) {
  const refresh = useRefreshApps();
  const upload = useUpload();
  const mutation = useMutation({
    mutationFn: (file: File) =>
      upload.run(({ signal, upload: sending }) =>
        api.app.manualUpdate({ id, manualAppZipFile: file }, { signal, context: { upload: sending } }),
      ),
    onSuccess: refresh,
  });
  return { ...mutation, percent: upload.percent, cancel: upload.cancel };
}

/** Builds the newest commit, or a chosen one. */
export function useDeploy(id: string) {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (commit?: string) => api.app.deploy({ id, commit }, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Cancels a build; a refusal is shown as a notification. */
export function useCancelBuild() {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (id: string) => api.app.cancelBuild({ id }, { context: { failure: 'notice' } }),
    onSettled: refresh,
  });
}

/** Publishes a kept release again. */
export function usePublishBuild() {
  const refresh = useRefreshApps();
  return useMutation({ mutationFn: (id: string) => api.app.publishBuild({ id }), onSuccess: refresh });
}

/** Starts the change of the address. */
export function useRenameApp({ id }: Pick<App, 'id'>) {
  const refresh = useRefreshApps();
  return useMutation({ mutationFn: (fqdn: string) => api.app.update({ id, fqdn }), onSuccess: refresh });
}

/** Chooses the branch, and whether a push builds it. */
export function useChangeBranch({ id }: Pick<App, 'id'>) {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (change: { branch?: string; auto_deploy?: boolean }) => api.app.update({ id, ...change }),
    onSuccess: refresh,
  });
}

/** Makes a secret for pushes; only this answer has it. */
export function useNewPushSecret(id: string) {
  const refresh = useMarkStale([calls.app.push.key({ input: { id } })]);
  return useMutation({
    mutationFn: (kind: PushSecret) => api.app.newPushSecret({ id, kind }),
    gcTime: 0,
    onSuccess: refresh,
  });
}

/** Deletes the application. `onDone` runs before lists are reloaded. */
export function useDeleteApp(onDone: () => void) {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (id: string) => api.app.remove({ id }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** Deletes a project with its applications. */
export function useDeleteProject(onDone: () => void) {
  const refresh = useRefreshApps();
  return useMutation({
    mutationFn: (id: string) => api.app.removeProject({ id }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** Changes how the application is built; the next build uses it. */
export function useSaveBuildSettings(id: string) {
  const refresh = useMarkStale([calls.app.settings.key({ input: { id } })]);
  return useMutation({
    mutationFn: (input: { version: number; settings: BuildSettings }) => api.app.saveSettings({ id, ...input }),
    onSuccess: refresh,
  });
}

type GivenVariable = Omit<AppVariables['variables'][number], 'value'> & { value: string | null };

/** Replaces the environment variables. */
export function useSaveVariables(id: string, environment: AppEnvironment) {
  const refresh = useMarkStale([calls.app.variables.key()]);
  return useMutation({
    mutationFn: (input: { version: number; variables: GivenVariable[] }) =>
      api.app.saveVariables({ id, environment, ...input }),
    onSuccess: refresh,
  });
}

/** Makes an earlier version of the environment variables the newest. */
export function useRestoreVariables(id: string, environment: AppEnvironment) {
  const refresh = useMarkStale([calls.app.variables.key()]);
  return useMutation({
    mutationFn: (version: number) => api.app.restoreVariables({ id, environment, version }),
    onSuccess: refresh,
  });
}
