import { useMutation } from '@tanstack/react-query';
import { api, type PhpSettings, type SearchReplaceInput } from '@panel/core';
import { openInTab } from '../site/open-in-tab.ts';
import { useRefreshSites } from '../site/site-changed.ts';

const notice = { context: { failure: 'notice' } } as const;

type Of<Input> = { id: string } & Input;

/** The tools that a click starts; each is a task on the site. */
export const siteTools = {
  clearCache: (input: Of<unknown>) => api.siteTool.clearCache(input, notice),
  emptyDebugLog: (input: Of<unknown>) => api.siteTool.emptyDebugLog(input, notice),
  setDebugLog: (input: Of<{ enabled: boolean }>) => api.siteTool.setDebugLog(input, notice),
  runCron: (input: Of<{ hook: string }>) => api.siteTool.runCron(input, notice),
} as const;

/** What happens with the id of the task that a tool started. */
export type OnStarted = (taskId: string) => void;

/** Starts a tool of a site: `useTool(siteTools.runCron, onStarted).mutate({ id, hook })`. */
export function useTool<Input>(run: (input: Input) => Promise<{ task_id: string }>, onStarted: OnStarted) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ task_id }) => {
      onStarted(task_id);
      return refresh();
    },
  });
}

/** Changes the PHP settings; the form shows why that failed. */
export const setPhpSettings = (input: Of<PhpSettings & { expected: Partial<PhpSettings> }>) =>
  api.siteTool.setPhpSettings(input);

/** Counts what would be replaced. */
export function useDryRun() {
  return useMutation({
    mutationFn: async (input: Omit<SearchReplaceInput, 'isDryRun' | 'isClearCache'>) => {
      const result = await api.siteTool.searchReplace({ ...input, isDryRun: true });
      return 'tables' in result ? { tables: result.tables, others: result.others } : { tables: [], others: 0 };
    },
  });
}

/** Replaces a text in the database of a site. */
export function useReplace(onStarted: OnStarted) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (input: Omit<SearchReplaceInput, 'isDryRun'>) => api.siteTool.searchReplace(input, notice),
    onSuccess: (result) => {
      if ('task_id' in result) onStarted(result.task_id);
      return refresh();
    },
  });
}

/** Logs in to wp-admin in a new tab. */
export function useAdminLogin() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (id: string) => api.siteTool.logIn({ id }, notice),
  });
  // A failure is a notice of its own.
  const logIn = (id: string) => void openInTab(() => mutateAsync(id)).catch(() => undefined);
  return { logIn, isPending };
}
