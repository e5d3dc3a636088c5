/** The domain of a site, and how far it is. */
export const domainPath = (siteId: string): string => `/manage-site/domain-transfer/${encodeURIComponent(siteId)}`;

type UpgradeStep = 'bring-your-own-domain' | 'pick-a-plan' | 'payment' | 'finish';

/** A step of giving a site a domain. What was chosen before is in the address, so that a reload keeps it. */
export function domainUpgradePath(
  step: UpgradeStep,
  siteId: string,
  chosen: { domain?: string; typed?: string; change?: string; license?: string } = {},
): string {
  const search = new URLSearchParams(chosen).toString();
  return `/manage-site/upgrade/${step}/${encodeURIComponent(siteId)}${search && `?${search}`}`;
}
