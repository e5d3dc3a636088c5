import { useQuery } from '@tanstack/react-query';
import { usePartner, useUser } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { domainLicense, domainUpgradePath, useClaimDomain } from '@panel/resources/domain';
import { availableAppLicensesQuery, availableLicensesQuery } from '@panel/resources/license';
import { workloadUpgradePath, type Workload } from '@panel/resources/workload';

/** The license that it has already. */
export type OwnLicense = { is_valid: boolean } | null;

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
export function useBringDomain(workload: Workload, license: OwnLicense) {
  const { kind, id, fqdn: current } = workload;
  const navigate = useNavigate();
  const isSpecial = useIsSpecial();
  const canPickPlan = isSpecial && kind === 'site';
  const available = useQuery(kind === 'site' ? availableLicensesQuery : availableAppLicensesQuery);
  const own = domainLicense(license, available.data ?? []);
  const claim = useClaimDomain(current, () => navigate(workloadUpgradePath(workload, 'finish'), { replace: true }));
  return {
    ...{ isSpecial, available, claim },
    needsPremium: !canPickPlan && own === undefined,
    go(fqdn: string) {
      if (own === undefined) return void navigate(domainUpgradePath('pick-a-plan', id, { domain: fqdn }));
      claim.mutate({ fqdn, ...(own !== 'own' && { license_key: own.license_key }) });
    },
  };
}
