import { t, translated } from '@panel/core';
import { pageErrors } from '@panel/contract/page-errors';
import { healthLabels, siteStatusLabels, SITE_STATUSES, siteTypeLabels, SITE_TYPES } from '@panel/contract/status';
import type { Site } from '@panel/core';

/** The specification's names of statuses and types. */
export const statusLabel = (status: Site['status']): string => translated(siteStatusLabels[status].label);
/** How the site is, in the words of `HealthBadge`. */
export const healthLabel = ({ status, health }: Pick<Site, 'status' | 'health'>): string =>
  status === 'ready' || status === 'failed' ? translated(healthLabels[health.level].label) : statusLabel(status);
export const typeLabel = (type: Site['type']): string => translated(siteTypeLabels[type]);

const ICONS = {
  wordpress: 'wordpress',
  site_builder: 'sites',
  github: 'branch',
  ftp: 'upload',
  ftp_migration: 'migration',
} as const satisfies Record<Site['type'], string>;

type Named = Pick<Site, 'type' | 'title' | 'name' | 'fqdn'> & { picture_url?: string | null };

/** What lists call a site, as properties of a `ResourceName`: its picture, its title or the first part of its address, and the address. */
export const siteName = ({ type, title, name, fqdn, picture_url: picture }: Named) => ({
  icon: ICONS[type],
  picture: picture ?? null,
  title: title || name,
  detail: fqdn,
});

/** What staff call the owner of a site: name and email, as far as there are. */
export const customerLabel = ({ customer_name, customer_email }: Pick<Site, 'customer_name' | 'customer_email'>) =>
  customer_name && customer_email ? `${customer_name} (${customer_email})` : (customer_email ?? null);

/** Type and installed version, e.g. `WordPress 7.1.1`. */
export const softwareLabel = ({ type, version }: Pick<Site, 'type' | 'version'>): string =>
  version ? `${typeLabel(type)} ${version}` : typeLabel(type);

/**
 * What whoever deletes a site confirms (spec §2.3). The specification names staging for every CMS site, although not
 * each of them has one.
 */
export function deletionConfirmations({
  type,
  isStage,
}: Pick<Site, 'type' | 'isStage'>): { label: string; help?: string }[] {
  const staging = { label: t('Staging files and database will be deleted.') };
  if (isStage) return [staging];
  const help = t('Applies if the site has a staging environment.');
  return [
    { label: t('Live files and database will be deleted.') },
    ...(type === 'wordpress' ? [{ ...staging, help }] : []),
  ];
}

/** Why a name cannot be used, or nothing. Nobody can have a reserved one, so it is not called taken. */
export function nameRefusal({ used, reserved }: { used: boolean; reserved: boolean }): string | undefined {
  if (reserved) return translated(pageErrors.NAME_RESERVED);
  return used ? translated(pageErrors.NAME_TAKEN) : undefined;
}

/** Error codes that are about the name. */
export const isNameRefusal = (code: string): boolean => code === 'NAME_TAKEN' || code === 'NAME_RESERVED';

/** All statuses and types, for filters. */
export const STATUS_OPTIONS = SITE_STATUSES.map((value) => ({ value, label: statusLabel(value) }));
export const TYPE_OPTIONS = SITE_TYPES.map((value) => ({ value, label: typeLabel(value) }));
