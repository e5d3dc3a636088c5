import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDatabaseOf } from '../database/database-name.ts';
import type { SiteDatabase } from '../database/database-server.ts';
import type { DatabaseEngine } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { list } from './panel-files.ts';
import type { SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';

/**
 * An empty file in `live` marks the database of a site on the server: `mariadb.NAME`, or `mariadb-new.NAME` until WordPress
 * is installed. It is replaced together with everything else in `live`, in the same rename. Empty files `database-NAME`
 * beside `live`, out of hosted code's reach, are the names that are looked for.
 */
const MARK = 'mariadb.';
const NEW = 'mariadb-new.';
const KNOWN = 'database-';

type Place = Pick<SiteMount, 'siteId' | 'live'>;

const knownNames = async ({ siteId, live }: Place): Promise<string[]> =>
  (await list(path.dirname(live)))
    .filter((file) => file.startsWith(KNOWN))
    .map((file) => file.slice(KNOWN.length))
    .filter((name) => isDatabaseOf(siteId, name));

/** The database of a site on the server, null when it has an SQLite file. `live` may also be a work folder beside it. */
export async function serverDatabase(place: Place): Promise<{ name: string; isNew: boolean } | null> {
  for (const name of await knownNames(place))
    for (const mark of [MARK, NEW])
      if (await exists(path.join(place.live, mark + name))) return { name, isNew: mark === NEW };
  return null;
}

/** Forgets the names of deleted databases. */
export async function forgetDatabases(place: Place, kept: string | null): Promise<void> {
  for (const name of await knownNames(place))
    if (name !== kept) await rm(path.join(path.dirname(place.live), KNOWN + name), { force: true });
}

export const engineOf = async (place: Place): Promise<DatabaseEngine> =>
  (await serverDatabase(place)) === null ? 'sqlite' : 'mariadb';

/** What new sites get. */
export const engineFor = ({ databases }: Pick<SiteTools, 'databases'>): DatabaseEngine =>
  databases === null ? 'sqlite' : 'mariadb';

/** Whether a site has a database in which WordPress is installed. */
export const hasDatabase = async ({ mount, database }: Pick<SiteFolder, 'mount' | 'database'>): Promise<boolean> =>
  (await exists(database)) || (await serverDatabase(mount))?.isNew === false;

/** @throws HostingError UNSUPPORTED without a server */
export function databaseServer({ databases }: Pick<SiteTools, 'databases'>): NonNullable<SiteTools['databases']> {
  if (databases !== null) return databases;
  throw new HostingError(
    'UNSUPPORTED',
    'This installation has no database server for sites any more, which this site needs. Contact support.',
    { retryable: false },
  );
}

/** Creates a database for the content of a folder, which it marks as new. */
export async function createDatabase(
  tools: Pick<SiteTools, 'databases' | 'limits'>,
  place: Place,
): Promise<SiteDatabase> {
  const made = await databaseServer(tools).create(place.siteId, tools.limits);
  const old = await serverDatabase(place);
  if (old !== null) await rm(path.join(place.live, (old.isNew ? NEW : MARK) + old.name), { force: true });
  await writeFile(path.join(path.dirname(place.live), KNOWN + made.name), '');
  await writeFile(path.join(place.live, NEW + made.name), '', { flag: 'wx' });
  return made;
}

/** WordPress is installed in the database that was new. */
export const finishDatabase = ({ live }: Pick<Place, 'live'>, name: string): Promise<void> =>
  rename(path.join(live, NEW + name), path.join(live, MARK + name));

/** A work folder in which only files differ keeps the database of the site. */
export async function keepServerDatabase(from: Place, work: string): Promise<void> {
  const now = await serverDatabase(from);
  await mkdir(path.join(work, 'data'), { recursive: true });
  if (now !== null) await writeFile(path.join(work, MARK + now.name), '', { flag: 'wx' });
}
