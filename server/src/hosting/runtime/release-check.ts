import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from './wordpress-source.ts';

/** Files that load others, with the folder to which their paths belong. */
const LOADERS = [
  { file: 'wp-settings.php', folder: 'wp-includes', path: /\bABSPATH\s*\.\s*WPINC\s*\.\s*'(\/[\w./-]+\.php)'/g },
  { file: 'wp-admin/includes/admin.php', folder: '', path: /\bABSPATH\s*\.\s*'(wp-admin\/[\w./-]+\.php)'/g },
] as const;
const ALWAYS = [
  ...['index.php', 'wp-blog-header.php', 'wp-load.php', 'wp-login.php', 'wp-admin/index.php', 'wp-content/themes'],
  ...['wp-admin/includes/upgrade.php', 'wp-includes/css', 'wp-includes/js', 'wp-admin/css', 'wp-admin/js'],
];

/**
 * The first file that a release of WordPress needs and lacks, or null: its folder may be a copy that was interrupted.
 * Releases carry no list of their files, so those count that WordPress itself loads at each start.
 */
export async function missingFile(release: string): Promise<string | null> {
  const needed: string[] = [...ALWAYS];
  for (const { file, folder, path: pattern } of LOADERS) {
    const text = await readFile(path.join(release, file), 'utf8').catch(() => null);
    if (text === null) return file;
    for (const [, loaded = ''] of text.matchAll(pattern)) needed.push(path.join(folder, loaded));
  }
  for (const file of needed) if (!(await exists(path.join(release, file)))) return file;
  return null;
}

/** Paths and sizes of all files: two that differ were read while somebody wrote. */
export async function listingOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => path.join(entry.parentPath, entry.name));
  const lines = await Promise.all(files.map(async (file) => `${file} ${(await lstat(file)).size}`));
  return lines.sort().join('\n');
}
