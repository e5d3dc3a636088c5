import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, type Site, type SiteOverview } from '@panel/core';
import { siteOverviewQuery } from '@panel/resources/site';
import { useTaskProgress } from '@panel/resources/task';

/** A site's overview. Earlier data stays on the page while the network is down, but not when the site is gone. */
export function useSiteOverview(id: string): SiteOverview {
  const { data, error } = useSuspenseQuery(siteOverviewQuery(id));
  if (error instanceof ApiError && error.status === 404) throw error;
  return data;
}

/** A site on one of its pages; a site that is gone closes the page. */
export const useManagedSite = (id: string): Site => useSiteOverview(id).site;

/**
 * The running task of a site, or of what belongs to it, or the last one that this page started or has seen running: props of the progress part. How
 * it ended stays on the page.
 */
export function useToolTask({ task_id }: Pick<Site, 'task_id'>) {
  const [started, setStarted] = useState<string | null>(null);
  if (task_id && task_id !== started) setStarted(task_id);
  return { progress: useTaskProgress(task_id ?? started), setStarted };
}
