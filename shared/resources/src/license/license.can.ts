import { t } from '@panel/core';
import type { License, Site } from '@panel/core';
import { cannotChange } from '../site/site.can.ts';

/** Why a licence cannot be assigned to the site now, or nothing. */
export function cannotAssignLicense(site: Pick<Site, 'isStage' | 'status' | 'task_id'>): string | undefined {
  return site.isStage ? t('A staging site has the plan of its live site.') : cannotChange(site);
}

/** Plans without a licence: the smallest hosting tier and the developer plan. */
const isDeveloperPlan = (plan: string): boolean => plan === 'FREE' || plan.includes('DEVELOPER');

/**
 * What the upgrade card of a site leads to, or nothing: a special partner's account sees it on the developer plan only and
 * chooses a licence, any other for a site on a sub-domain, which gets a domain of its own (spec §6).
 */
export function siteUpgrade(
  { domain_type, plan_type, isStage }: Pick<Site, 'domain_type' | 'plan_type' | 'isStage'>,
  isSpecialPartner: boolean,
): 'license' | 'domain' | undefined {
  if (isStage) return undefined;
  if (isSpecialPartner) return isDeveloperPlan(plan_type) ? 'license' : undefined;
  return domain_type === 'sub_domain' ? 'domain' : undefined;
}

/** Why the licence cannot be ended, or nothing. */
export const cannotDeactivate = ({ is_valid, deactivated_at }: License): string | undefined =>
  deactivated_at ? t('It is deactivated.') : is_valid ? undefined : t('It has expired.');
