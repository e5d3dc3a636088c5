import { lstat, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HostingError } from '../hosting-error.ts';
import type { CompiledCore, SharedCore } from './core-store.ts';
import type { SiteMount } from './site-runtime.ts';
import { copyTree, exists } from './wordpress-source.ts';
import { sentence } from '../../lib/sentence.ts';

/** Creates the mount points for the shared WordPress in a document root: empty files and folders. */
export async function makeMountPoints(publicDir: string, core: SharedCore): Promise<void> {
  await mkdir(publicDir, { recursive: true });
  for (const name of core.entries) {
    const place = path.join(publicDir, name);
    if ((await lstat(place).catch(() => null)) !== null) continue;
    if ((await stat(path.join(core.folder, name))).isDirectory()) await mkdir(place);
    else await writeFile(place, '', { flag: 'wx' });
  }
}

/**
 * Rejects a site with a link in place of a mount point: bubblewrap would follow it. Code of the site cannot put one
 * there, because the mounts are active whenever it runs.
 */
export async function checkMountPoints({ live, core }: SiteMount): Promise<void> {
  for (const name of core?.entries ?? []) {
    const found = await lstat(path.join(live, 'public', name)).catch(() => null);
    if (found === null || found.isDirectory() || found.isFile()) continue;
    throw new HostingError(
      'START_FAILED',
      sentence('Something that is not WordPress has replaced {name} of this site. Restore a backup.', { name }),
      { retryable: false },
    );
  }
}

/** Makes the place of compiled code in the temporary folder of a site; a link that its code has put there is removed. */
export async function makeCompiledPlace(tmp: string, { id }: CompiledCore): Promise<void> {
  const place = path.join(tmp, id);
  const found = await lstat(place).catch(() => null);
  if (found?.isDirectory()) return;
  await rm(place, { force: true });
  await mkdir(place);
}

/** The document root of a site that shares WordPress: its own `wp-content`, and mount points for the rest. */
export async function copyOwnParts(source: string, core: SharedCore, publicDir: string): Promise<void> {
  await makeMountPoints(publicDir, core);
  await addOwnContent(source, publicDir, 'shared themes');
}

/** What every site has of `wp-content`, as far as it is missing. Shared themes need no copy. */
export async function addOwnContent(
  source: string,
  publicDir: string,
  themes: 'own themes' | 'shared themes',
): Promise<void> {
  const add = async (folder: string, wanted: (name: string) => boolean): Promise<void> => {
    await mkdir(path.join(publicDir, folder), { recursive: true });
    for (const name of (await readdir(path.join(source, folder))).filter(wanted))
      if (!(await exists(path.join(publicDir, folder, name))))
        await copyTree(path.join(source, folder, name), path.join(publicDir, folder, name));
  };
  await add('wp-content', (name) => name !== 'themes');
  await add('wp-content/themes', (name) => themes === 'own themes' || name === 'index.php');
}

/** Copies a full WordPress into a document root, except what exists already. */
export async function copyOwnCore(core: SharedCore, publicDir: string): Promise<void> {
  for (const name of core.entries)
    if (!(await exists(path.join(publicDir, name))))
      await copyTree(path.join(core.folder, name), path.join(publicDir, name));
}
