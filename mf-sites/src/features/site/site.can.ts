import type { Site, SiteStatus } from '@panel/core';

type Asked<K extends keyof Site> = Pick<Site, K>;

const RUNNING = 'Another change of this site is still running. Wait until it has ended.';

const WORKING: readonly SiteStatus[] = ['pending', 'deploying', 'migrating', 'processing'];

/** Does something happen to the site now? One that was only reserved, or whose deletion failed, waits for its owner. */
export function isWorkedOn({ status, task_id }: Asked<'status' | 'task_id'>): boolean {
  return task_id !== null || WORKING.includes(status);
}

/**
 * Why the site's pages cannot be opened, or nothing. It needs an id and a type; a WordPress site must be ready or
 * failed, any other ready (spec §2, "Opening a site").
 */
export function cannotOpen({ site_id, type, status }: Asked<'site_id' | 'type' | 'status'>): string | undefined {
  if (!site_id || !type) return 'This site was never finished. Delete it and create it again.';
  if (status === 'moving') return 'The site is being deleted.';
  if (status === 'ready' || (type === 'wordpress' && status === 'failed')) return undefined;
  return status === 'failed' ? 'The site could not be created.' : 'The site is not ready yet.';
}

/** Why there is nothing to see at the site's address, or nothing. */
export function cannotVisit({ status }: Asked<'status'>): string | undefined {
  return status === 'ready' ? undefined : 'The site does not answer until it is ready.';
}

/** Only a ready, live site on a sub-domain is renamed (spec §2.6, §4). */
export function cannotRename(site: Asked<'isStage' | 'domain_type' | 'status' | 'task_id'>): string | undefined {
  if (site.isStage) return 'A staging site takes its name from the live one.';
  if (site.domain_type !== 'sub_domain') return 'Only a site on a sub-domain can be renamed.';
  return cannotChange(site);
}

/** Why nothing of the site can be changed now, or nothing. */
export function cannotChange({ status, task_id }: Asked<'status' | 'task_id'>): string | undefined {
  if (task_id) return RUNNING;
  return status === 'ready' ? undefined : 'The site is not ready. Only a ready site can be changed.';
}

/** A deletion that failed half way (moving, no task) can be started again. */
export function cannotDelete({ status, task_id }: Asked<'status' | 'task_id'>): string | undefined {
  if (!task_id) return undefined;
  return status === 'moving' ? 'The site is being deleted already.' : RUNNING;
}
