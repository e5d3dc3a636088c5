import { useQuery } from '@tanstack/react-query';
import { usePartner, useUser, type License, type SiteLicense } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { domainLicenses, domainUpgradePath, useClaimDomain } from '@panel/resources/domain';
import { availableAppLicensesQuery, availableLicensesQuery } from '@panel/resources/license';
import { workloadUpgradePath, type Workload } from '@panel/resources/workload';

/** The license that it has already. Times of licenses are in seconds. */
export type OwnLicense = Pick<SiteLicense, 'is_valid' | 'product_name' | 'to_date'> | null;

/** Whether the viewer has the account of a special partner (spec §6). */
export function useIsSpecial(): boolean {
  const partner = usePartner();
  const user = useUser();
  return user.is_nucal_partner || partner.is_nucal_partner;
}

/**
 * What follows once a domain was found free: with a license it is claimed. Without one, a special partner's account
 * chooses a plan for a site; any other, and one with an application, is asked to upgrade.
 */
export function useBringDomain(workload: Workload, license: OwnLicense, isAsked: boolean) {
  const { kind, id, fqdn: current } = workload;
  const navigate = useNavigate();
  const isSpecial = useIsSpecial();
  const canPickPlan = isSpecial && kind === 'site';
  const available = useQuery({
    ...(kind === 'site' ? availableLicensesQuery : availableAppLicensesQuery),
    enabled: isAsked,
  });
  const choices = domainLicenses(available.data ?? []);
  const hasLicense = license?.is_valid === true || choices.length > 0;
  const claim = useClaimDomain(current, () => navigate(workloadUpgradePath(workload, 'finish'), { replace: true }));
  return {
    ...{ isSpecial, available, choices, claim },
    needsPremium: !canPickPlan && !hasLicense,
    /** With its own license, or with one that was chosen. */
    go(fqdn: string, chosen: License | null) {
      if (!hasLicense) return void navigate(domainUpgradePath('pick-a-plan', id, { domain: fqdn }));
      claim.mutate({ fqdn, ...(chosen && { license_key: chosen.license_key }) });
    },
  };
}
