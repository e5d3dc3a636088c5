import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Refused } from './refused.ts';

/** Folders that usually hold the finished pages, the first with an `index.html` wins. */
const FOLDERS = ['', 'dist', 'build', 'public', 'out', 'docs', '_site', 'public_html', 'htdocs', 'www'];
const SOURCE = 'source';

/**
 * Whether a static site must not have a file or folder of this name: a hidden one (`.git`, `.env`), or a program of
 * the server, whose text may hold passwords.
 */
export const isLeftOut = (name: string): boolean =>
  (name.startsWith('.') && name !== '.well-known') || /\.(?:php\d?|phtml|phar|inc)$/i.test(name);

/** Creates the folder that a source is copied into, and returns its path. */
export function makeSource(work: string): string {
  const folder = path.join(work, SOURCE);
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

const isFile = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Makes the folder with the pages `public`, and returns its path in the source; empty for the source itself. Removes
 * the rest.
 * @throws Refused `empty`
 */
export function publish(work: string): string {
  const source = path.join(work, SOURCE);
  const found = FOLDERS.find((folder) => isFile(path.join(source, folder, 'index.html')));
  if (found === undefined) throw new Refused('empty', 'no index.html');
  renameSync(path.join(source, found), path.join(work, 'public'));
  rmSync(source, { recursive: true, force: true });
  return found;
}
