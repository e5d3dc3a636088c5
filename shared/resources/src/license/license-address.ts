/** The page after a site was upgraded: the specification names the licence in `selectedSite`; `site` is what it checks. */
export const siteUpgradedPath = (license: string, siteId: string): string =>
  `/sites/finish?${new URLSearchParams({ selectedSite: license, site: siteId })}`;

/** The list of sites with the panel that upgrades one of them. */
export const UPGRADE_SITE_PATH = '/sites?panel=license';

/** Where a site gets a domain of its own. */
export const bringDomainPath = (siteId: string): string =>
  `/manage-site/upgrade/bring-your-own-domain/${encodeURIComponent(siteId)}`;
