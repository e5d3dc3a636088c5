export const backupPath = (siteId: string): string => `/manage-site/backup/${encodeURIComponent(siteId)}`;
