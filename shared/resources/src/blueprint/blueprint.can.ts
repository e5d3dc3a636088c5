import { t } from '@panel/core';
import { CMS_TYPES } from '@panel/contract/status';
import type { Blueprint, Site } from '@panel/core';
import { cannotChange } from '../site/site.can.ts';

export const isBeingMade = ({ status }: Pick<Blueprint, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** Why the site cannot be the source of a blueprint at all, or nothing. */
export const cannotHaveBlueprints = ({ type }: Pick<Site, 'type'>): string | undefined =>
  CMS_TYPES.includes(type) ? undefined : t('Blueprints are made from WordPress sites only.');

/** Why no blueprint can be made of the site now, or nothing. */
export const cannotMakeBlueprint = (site: Pick<Site, 'type' | 'status' | 'task_id'>): string | undefined =>
  cannotHaveBlueprints(site) ?? cannotChange(site);

/** Why no site can be created from it, or nothing. */
export function cannotUse({ status, error }: Pick<Blueprint, 'status' | 'error'>): string | undefined {
  if (status === 'failed') return error ?? t('This blueprint failed.');
  return status === 'succeeded' ? undefined : t('This blueprint is still being made.');
}

/** Why the caller cannot rename it, or nothing. */
export const cannotRenameBlueprint = ({ can_change }: Pick<Blueprint, 'can_change'>): string | undefined =>
  can_change ? undefined : t('Your provider offers this blueprint. Only they can change it.');

/** Why it cannot be deleted now, or nothing. */
export const cannotDeleteBlueprint = (blueprint: Pick<Blueprint, 'can_change' | 'status'>): string | undefined =>
  cannotRenameBlueprint(blueprint) ??
  (isBeingMade(blueprint) ? t('This blueprint is still being made. Wait until it has finished.') : undefined);

/** Why it cannot be offered to all customers, or nothing. For staff. */
export const cannotOffer = (blueprint: Pick<Blueprint, 'is_partners' | 'status' | 'error'>): string | undefined =>
  blueprint.is_partners
    ? cannotUse(blueprint)
    : t('This blueprint belongs to a customer. Only those that your staff made can be offered.');
