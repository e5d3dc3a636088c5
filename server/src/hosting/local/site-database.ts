import { lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What a WordPress database says about itself. */
export type SiteOptions = { siteurl: string; home: string; blogname: string; users: string[] };

/** Reads a site's database without changing it; null when it is absent or no installed WordPress. */
export function readSiteOptions(file: string): SiteOptions | null {
  let database: DatabaseSync | null = null;
  try {
    // The site's own code could have put something else there, a pipe that never answers for one.
    if (!lstatSync(file).isFile()) return null;
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    const option = database.prepare('SELECT option_value AS value FROM wp_options WHERE option_name = ?');
    const value = (name: string) => text(option.get(name)?.['value']);
    const users = database.prepare('SELECT user_login AS login FROM wp_users').all().map((row) => text(row['login']));
    const options = { siteurl: value('siteurl'), home: value('home'), blogname: value('blogname'), users };
    return options.siteurl === '' || users.length === 0 ? null : options;
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
