import { t } from '@panel/core';
import type { Site } from '@panel/core';
import { cannotChange } from '../site/site.can.ts';

/** Why no tool can be used on the site now, or nothing. All of them work inside a WordPress. */
export function cannotUseTools(site: Pick<Site, 'type' | 'status' | 'task_id'>): string | undefined {
  return site.type === 'wordpress' ? cannotChange(site) : t('Only WordPress sites have tools.');
}
