/** The page of a site's certificates. */
export const sslPath = (siteId: string): string => `/manage-site/ssl/${encodeURIComponent(siteId)}`;
