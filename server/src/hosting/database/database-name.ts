import { createHash } from 'node:crypto';

/** What the databases of sites are called on their server. */
export const DATABASE_NAME = /^site[0-9a-f]{24}$/;

/** The beginning of the names of a site's databases. Without `_` and `%`, which are patterns in GRANT. */
export const prefixOf = (siteId: string): string =>
  `site${createHash('sha256').update(siteId).digest('hex').slice(0, 16)}`;

/** Whether a name is that of a database of the site. */
export const isDatabaseOf = (siteId: string, name: string): boolean =>
  DATABASE_NAME.test(name) && name.startsWith(prefixOf(siteId));
