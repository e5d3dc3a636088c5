import type { Site } from '@panel/core';
import { cannotOpen } from './site.can.ts';

/**
 * The part of the address that a rename replaces: the first label, or the name of a site that is not on a sub-domain
 * (spec §4).
 */
export function prefixOf({ fqdn, name, domain_type }: Pick<Site, 'fqdn' | 'name' | 'domain_type'>): string {
  return domain_type === 'sub_domain' ? (fqdn.split('.')[0] ?? name) : name;
}

/** The address after a rename: the old one with its old prefix replaced by the new name in lower case (spec §4). */
export function renamedFqdn(site: Pick<Site, 'fqdn' | 'name' | 'domain_type'>, name: string): string {
  const prefix = prefixOf(site);
  const rest = site.fqdn.startsWith(prefix) ? site.fqdn.slice(prefix.length) : `.${site.fqdn}`;
  return name.trim().toLowerCase() + rest;
}

/** Identifies a site in the address of a list; a site that never got an id has only its fqdn. */
export const siteKey = ({ site_id, fqdn }: Pick<Site, 'site_id' | 'fqdn'>): string => site_id ?? fqdn;

/** What kind of site it will be; the wizard of each kind follows. */
export const CREATE_SITE_PATH = '/create-new-site';
export const overviewPath = (siteId: string): string => `/manage-site/overview/${encodeURIComponent(siteId)}`;
/** The site's page, or null while it cannot be opened. */
export const pagePath = (site: Pick<Site, 'site_id' | 'type' | 'status'>): string | null =>
  site.site_id === null || cannotOpen(site) ? null : overviewPath(site.site_id);
/** Asks for the confirmation of a deletion, on the settings of the site. */
export const deletePath = (siteId: string): string =>
  `/manage-site/settings/${encodeURIComponent(siteId)}?panel=delete`;
export const toolsPath = (siteId: string): string => `/manage-site/tools/${encodeURIComponent(siteId)}`;
export const progressPath = (taskId: string): string =>
  `/create-site-with-wordpress/finish?task=${encodeURIComponent(taskId)}`;
