import { siteStatusLabels, SITE_STATUSES, siteTypeLabels, SITE_TYPES } from '@panel/contract/status';
import type { Site } from '@panel/core';

/** The specification's names of statuses and types. */
export const statusLabel = (status: Site['status']): string => siteStatusLabels[status].label;
export const typeLabel = (type: Site['type']): string => siteTypeLabels[type];

const ICONS = {
  wordpress: 'wordpress',
  site_builder: 'sites',
  github: 'branch',
  ftp: 'upload',
  ftp_migration: 'migration',
} as const satisfies Record<Site['type'], string>;

/** Icon of a kind of site. */
export const siteIcon = (type: Site['type']): (typeof ICONS)[Site['type']] => ICONS[type];

/** What people call the site: its title, or the first part of its address. */
export const siteTitle = ({ title, name }: Pick<Site, 'title' | 'name'>): string => title || name;

/** Type and installed version, e.g. `WordPress 7.1.1`. */
export const softwareLabel = ({ type, version }: Pick<Site, 'type' | 'version'>): string =>
  version ? `${typeLabel(type)} ${version}` : typeLabel(type);

/** All statuses and types, for filters. */
export const STATUS_OPTIONS = SITE_STATUSES.map((value) => ({ value, label: statusLabel(value) }));
export const TYPE_OPTIONS = SITE_TYPES.map((value) => ({ value, label: typeLabel(value) }));
