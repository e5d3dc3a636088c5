/** The records of a site's domain. */
export const dnsPath = (siteId: string): string => `/manage-site/dns/${encodeURIComponent(siteId)}`;

/** Whether the resolvers see the name servers of a site's domain. */
export const propagationPath = (siteId: string): string => `/propagation/check/${encodeURIComponent(siteId)}`;

/** Whether the email of a site's domain is set up well. */
export const mailCheckPath = (siteId: string): string => `/dns/mail/${encodeURIComponent(siteId)}`;
