import { t } from '@panel/core';
import { compareVersions } from '@panel/contract/compare-versions';
import { SITE_TRANSITIONS } from '@panel/contract/status';
import type { Site, SiteStatus } from '@panel/core';

type Asked<K extends keyof Site> = Pick<Site, K>;

const RUNNING = t('This site is being changed. Wait until that finishes.');
const DELETING = t('The site is being deleted.');
const NEVER_FINISHED = t('The site wasn’t created completely. Delete it and create it again.');

const WORKING: readonly SiteStatus[] = ['pending', 'deploying', 'migrating', 'processing'];

/**
 * Whether a task is changing the site now. A site that is only reserved, or whose deletion failed, waits for its
 * owner.
 */
export function isWorkedOn({ status, task_id }: Asked<'status' | 'task_id'>): boolean {
  return task_id !== null || WORKING.includes(status);
}

/**
 * Why the site's pages cannot be opened, or nothing. It needs an id and a type; a WordPress site must be ready or
 * failed, any other ready (spec §2, "Opening a site").
 */
export function cannotOpen({ site_id, type, status }: Asked<'site_id' | 'type' | 'status'>): string | undefined {
  if (!site_id || !type) return NEVER_FINISHED;
  if (status === 'moving') return DELETING;
  if (status === 'ready' || (type === 'wordpress' && status === 'failed')) return undefined;
  return status === 'failed' ? t('We couldn’t create your site.') : t('The site is not ready yet.');
}

/** Why there is nothing to see at the site's address, or nothing. */
export function cannotVisit({ status }: Asked<'status'>): string | undefined {
  return status === 'ready' ? undefined : t('The site doesn’t answer until it’s ready.');
}

/** Only a ready, live site on a sub-domain can be renamed (spec §2.6, §4). */
export function cannotRename(
  site: Asked<'isStage' | 'staging' | 'domain_type' | 'status' | 'task_id'>,
): string | undefined {
  if (site.isStage) return t('A staging site takes its name from the live one.');
  if (site.staging) return t('This site has a staging environment. Delete it first.');
  if (site.domain_type !== 'sub_domain') return t('Only a site on a subdomain can be renamed.');
  return cannotChange(site);
}

/** Whether a newer WordPress can be installed on it (spec §4, “WordPress upgrade”). */
export const isOutdated = ({
  type,
  version,
  currentWordPressVersion: newest,
}: Asked<'type' | 'version' | 'currentWordPressVersion'>): boolean =>
  type === 'wordpress' && !!version && !!newest && compareVersions(version, newest) < 0;

/** Why its WordPress cannot be upgraded now, or nothing. */
export const cannotUpgrade = (
  site: Asked<'type' | 'version' | 'currentWordPressVersion' | 'status' | 'task_id'>,
): string | undefined => (isOutdated(site) ? cannotChange(site) : t('This site has the newest WordPress.'));

/** Why nothing of the site can be changed now, or nothing. */
export function cannotChange({ status, task_id }: Asked<'status' | 'task_id'>): string | undefined {
  if (task_id) return RUNNING;
  return status === 'ready' ? undefined : t('The site is not ready. Only a ready site can be changed.');
}

/** A deletion that failed half way (moving, no task) can be repeated. */
export function cannotDelete({ status, task_id }: Asked<'status' | 'task_id'>): string | undefined {
  if (!task_id) return undefined;
  return status === 'moving' ? t('The site is already being deleted.') : RUNNING;
}

/**
 * The statuses that staff can set manually. Deleting is a separate action, and tasks set the others. This leaves
 * giving up a site that is stuck without a task, so that it can be retried or deleted.
 */
export function settableStatuses({ status, task_id }: Asked<'status' | 'task_id'>): SiteStatus[] {
  if (task_id) return [];
  return SITE_TRANSITIONS[status].filter((next) => next === 'failed');
}

/** Why staff cannot set the status, or nothing. */
export function cannotSetStatus(site: Asked<'status' | 'task_id'>): string | undefined {
  if (site.task_id) return RUNNING;
  return settableStatuses(site).length === 0
    ? t('Checks set the status. Only a site that is stuck can be set to failed.')
    : undefined;
}

/** Why the site cannot be assigned to another customer, or nothing. */
export function cannotAssign({
  site_id,
  status,
  task_id,
}: Asked<'site_id' | 'status' | 'task_id'>): string | undefined {
  if (!site_id) return NEVER_FINISHED;
  if (status === 'moving') return DELETING;
  return task_id ? RUNNING : undefined;
}
