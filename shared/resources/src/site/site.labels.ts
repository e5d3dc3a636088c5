import { siteStatusLabels, SITE_STATUSES, siteTypeLabels, SITE_TYPES } from '@panel/contract/status';
import type { Site } from '@panel/core';

/** The specification's names of statuses and types. */
export const statusLabel = (status: Site['status']): string => siteStatusLabels[status].label;
export const typeLabel = (type: Site['type']): string => siteTypeLabels[type];

/** Type and installed version, e.g. `WordPress 7.1.1`. */
export const softwareLabel = ({ type, version }: Pick<Site, 'type' | 'version'>): string =>
  version ? `${typeLabel(type)} ${version}` : typeLabel(type);

/** All statuses and types, for filters. */
export const STATUS_OPTIONS = SITE_STATUSES.map((value) => ({ value, label: statusLabel(value) }));
export const TYPE_OPTIONS = SITE_TYPES.map((value) => ({ value, label: typeLabel(value) }));
