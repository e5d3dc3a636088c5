/** What the address of a staging site begins with (spec §4). */
const PREFIX = 'staging.';

export const stagingPath = (siteId: string): string => `/manage-site/staging-environment/${encodeURIComponent(siteId)}`;

/** The address of the live site of a staging site. */
export const liveFqdn = (fqdn: string): string => (fqdn.startsWith(PREFIX) ? fqdn.slice(PREFIX.length) : fqdn);

export const stagingFqdn = (fqdn: string): string => PREFIX + fqdn;
