import type { DatabaseSync } from 'node:sqlite';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inDatabase, prefixOf } from '../site-database.ts';
import type { Folder } from '../site-files.ts';

/** Reads the description of a WordPress from its database. @throws Refused `busy`, `unreadable` */
export const options = (root: Folder, { file }: Inputs['options']): Outputs['options'] =>
  inDatabase(root, file, (database) => read(database, prefixOf(root)));

function read(database: DatabaseSync, prefix: string): Outputs['options'] {
  const option = database.prepare(
    `SELECT substr(option_value, 1, 2000) AS value FROM "${prefix}options" WHERE option_name = ? LIMIT 1`,
  );
  const value = (name: string) => text(option.get(name)?.['value']);
  const names = database.prepare(`SELECT substr(user_login, 1, 200) AS login FROM "${prefix}users" LIMIT 100`);
  const users = [...names.iterate()].map((row) => text(row['login']));
  const found = { siteurl: value('siteurl'), home: value('home'), blogname: value('blogname'), users, prefix };
  return found.siteurl === '' || users.length === 0 ? null : found;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
