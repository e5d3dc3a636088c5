import { t } from '@panel/core';
import { CMS_TYPES } from '@panel/contract/status';
import type { Site, Staging } from '@panel/core';
import { cannotChange } from '../site/site.can.ts';

type Worked = Pick<Site, 'status' | 'task_id'>;

/** Why a site cannot have a staging environment, or nothing: only content systems have one (spec §4). */
export const cannotHaveStaging = ({ type }: Pick<Site, 'type'>): string | undefined =>
  CMS_TYPES.includes(type) ? undefined : t('Only WordPress sites have a staging environment.');

/** Why the staging site cannot be published now, or nothing (spec §4). */
export function cannotPublish(site: Worked & Pick<Site, 'isStage' | 'site_id'>): string | undefined {
  return site.isStage && site.site_id ? cannotChange(site) : t('Only a staging site can be published.');
}

/** Why one of the two sites cannot be replaced by the other now, or nothing. */
export const cannotCopy = (live: Worked, staging: Worked): string | undefined =>
  cannotChange(live) ?? cannotChange(staging);

/** Why the last publish cannot be reverted now, or nothing. */
export function cannotRevert({ revert }: Pick<Staging, 'revert'>, live: Worked): string | undefined {
  return revert ? cannotChange(live) : t('There is no publish to revert. Its backup was restored or deleted.');
}
