/** The records of a site's domain. */
export const dnsPath = (siteId: string): string => `/manage-site/dns/${siteId}`;

/** Whether the resolvers see the name servers of a site's domain. */
export const propagationPath = (siteId: string): string => `/propagation/check/${siteId}`;
