import { useQuery } from '@tanstack/react-query';
import { usePartner, useUser, type SiteOverview } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { domainLicense, domainUpgradePath, useClaimDomain } from '@panel/resources/domain';
import { availableLicensesQuery } from '@panel/resources/license';

/** Whether the viewer has the account of a special partner (spec §6). */
export function useIsSpecial(): boolean {
  const partner = usePartner();
  const user = useUser();
  return user.is_nucal_partner || partner.is_nucal_partner;
}

/**
 * What follows once a domain was found free: with a licence it is claimed, a special partner's account without one
 * chooses a plan, and any other is asked to upgrade.
 */
export function useBringDomain(overview: SiteOverview) {
  const { site, license } = overview;
  const id = site.site_id ?? '';
  const navigate = useNavigate();
  const isSpecial = useIsSpecial();
  const available = useQuery(availableLicensesQuery);
  const own = domainLicense(license, available.data ?? []);
  const claim = useClaimDomain(site.fqdn, () => navigate(domainUpgradePath('finish', id), { replace: true }));
  return {
    ...{ isSpecial, available, claim },
    needsPremium: !isSpecial && own === undefined,
    go(fqdn: string) {
      if (own === undefined) return void navigate(domainUpgradePath('pick-a-plan', id, { domain: fqdn }));
      claim.mutate({ fqdn, ...(own !== 'own' && { license_key: own.license_key }) });
    },
  };
}
