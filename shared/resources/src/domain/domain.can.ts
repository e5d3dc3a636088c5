import type { License, Site, SiteDomain } from '@panel/core';
import { cannotChangeWorkload } from '../workload/workload.can.ts';
import type { Workload } from '../workload/workload.ts';

/** Whether the site can be offered a domain: a live one on a sub-domain that claims none. */
export const canBringDomain = (
  { isStage, domain_type, site_id }: Pick<Site, 'isStage' | 'domain_type' | 'site_id'>,
  domain: object | null,
): boolean => !isStage && site_id !== null && domain_type === 'sub_domain' && domain === null;

/** The licenses that can carry a domain: those that were paid for and have a place left (spec §5, §6). */
export const domainLicenses = (available: readonly License[]): License[] => available.filter(({ is_free }) => !is_free);

/** Why the domain cannot be made the address of its site now, or nothing. */
export const cannotConnect = (workload: Pick<Workload, 'kind' | 'status' | 'task_id'>): string | undefined =>
  cannotChangeWorkload(workload);

/** Why the domain cannot be given up now, or nothing. A claim that proves nothing can always be. */
export const cannotDropDomain = (
  workload: Pick<Workload, 'kind' | 'status' | 'task_id'>,
  { state }: Pick<NonNullable<SiteDomain['domain']>, 'state'>,
): string | undefined => (state === 'unproven' ? undefined : cannotChangeWorkload(workload));
