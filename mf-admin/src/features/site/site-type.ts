import type { Site } from '@panel/core';

export const siteTypeLabels: Readonly<Record<Site['type'], string>> = {
  wordpress: 'WordPress',
  ftp_migration: 'FTP migration',
  ftp: 'FTP',
  site_builder: 'Site builder',
  github: 'GitHub',
};
