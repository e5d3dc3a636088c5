import { createHash } from 'node:crypto';

/** The name of the database of an application, and of its user. */
export const databaseNameOf = (siteId: string): string =>
  `app_${createHash('sha256').update(siteId).digest('hex').slice(0, 24)}`;

/** The database that a restore fills, and the one that it has replaced. */
export const newNameOf = (name: string): string => `${name}_new`;
export const oldNameOf = (name: string): string => `${name}_old`;
/** Those that a database may have beside it. */
export const besidesOf = (name: string): string[] => [newNameOf(name), oldNameOf(name)];
