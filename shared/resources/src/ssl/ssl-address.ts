export const sslPath = (siteId: string): string => `/manage-site/ssl/${encodeURIComponent(siteId)}`;
