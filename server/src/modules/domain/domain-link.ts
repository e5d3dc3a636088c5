/** The page about the domain of a site. */
export const domainLink = (siteId: string): string => `/manage-site/domain-transfer/${siteId}`;
