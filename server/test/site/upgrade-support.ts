import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostingConfigFromEnv } from '../../src/hosting/index.ts';
import { prepareWordPress } from '../../src/hosting/runtime/wordpress-source.ts';

export type Release = { version: string; databaseVersion?: number; broken?: boolean };

/**
 * A folder with other versions of WordPress, made from the one that the checkout has, and a cache of its own for them.
 * `broken`: pages fail, commands work.
 */
export async function otherVersions(releases: readonly Release[]) {
  const shared = hostingConfigFromEnv({}, tmpdir()).cacheDir;
  const own = await prepareWordPress(shared, () => undefined);
  const root = await mkdtemp(path.join(tmpdir(), 'panel-versions-'));
  const cacheDir = path.join(root, 'cache');
  await mkdir(cacheDir);
  // The bundled version is used where it is.
  await symlink(path.dirname(own.core), path.join(cacheDir, path.basename(path.dirname(own.core))));
  for (const { version, databaseVersion, broken } of releases) {
    const folder = path.join(root, 'versions', `wordpress-${version}`);
    await cp(own.core, folder, { recursive: true });
    const file = path.join(folder, 'wp-includes/version.php');
    const text = (await readFile(file, 'utf8')).replace(/^\$wp_version = .*$/m, `$wp_version = '${version}';`);
    await writeFile(
      file,
      databaseVersion === undefined
        ? text
        : text.replace(/^\$wp_db_version = .*$/m, `$wp_db_version = ${databaseVersion};`),
    );
    if (broken) await writeFile(path.join(folder, 'wp-blog-header.php'), '<?php\nhttp_response_code( 500 );\nexit;\n');
  }
  return {
    root,
    bundled: own.version,
    env: { CACHE_DIR: cacheDir, WORDPRESS_VERSIONS: path.join(root, 'versions') },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}
