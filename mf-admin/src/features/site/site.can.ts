import { SITE_TRANSITIONS } from '@panel/contract/status';
import type { Site, SiteStatus } from '@panel/core';

const RUNNING = 'A change of this site is still running. Wait until it has ended.';

/** A deletion that failed half way (moving, no task) can be started again. */
export function cannotDelete({ status, task_id }: Pick<Site, 'status' | 'task_id'>): string | undefined {
  if (!task_id) return undefined;
  return status === 'moving' ? 'The site is being deleted already.' : RUNNING;
}

/**
 * The status that staff may set by hand. Deleting has its own way, and what is in progress is set by the work itself:
 * left is to give a site up that got stuck without a task, so that it can be tried again or deleted.
 */
export function settableStatuses({ status, task_id }: Pick<Site, 'status' | 'task_id'>): SiteStatus[] {
  if (task_id) return [];
  return SITE_TRANSITIONS[status].filter((next) => next === 'failed');
}

export function cannotSetStatus(site: Pick<Site, 'status' | 'task_id'>): string | undefined {
  if (site.task_id) return RUNNING;
  return settableStatuses(site).length === 0 ? 'The status follows from what was checked; only a stuck site can be set to failed.' : undefined;
}

/** Why there is nothing to see at the site's address, or nothing. */
export const cannotVisit = ({ status }: Pick<Site, 'status'>): string | undefined =>
  status === 'ready' ? undefined : 'The site does not answer until it is ready.';

export function cannotAssign({ site_id, status, task_id }: Pick<Site, 'site_id' | 'status' | 'task_id'>): string | undefined {
  if (!site_id) return 'This site was never finished.';
  if (status === 'moving') return 'The site is being deleted.';
  return task_id ? RUNNING : undefined;
}
