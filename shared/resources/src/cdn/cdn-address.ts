export const cdnPath = (siteId: string): string => `/manage-site/cdn/${encodeURIComponent(siteId)}`;
