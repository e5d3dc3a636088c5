import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder of the migrations, one for both engines. */
export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../migrations');

/** A random number for our advisory lock, so that it does not collide with other users of the database. */
export const MIGRATION_LOCK = 7_461_002;

/** Identifies the state of a freshly migrated database: the migrations and the version of the embedded database. */
export function schemaFingerprint(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(file).update(readFileSync(path.join(MIGRATIONS_FOLDER, file)));
  }
  const require = createRequire(import.meta.url);
  hash.update(versionOf(require.resolve('@electric-sql/pglite'), '@electric-sql/pglite'));
  return hash.digest('hex').slice(0, 16);
}

function versionOf(entry: string, name: string): string {
  let folder = path.dirname(entry);
  for (;;) {
    try {
      const manifest: { name?: string; version?: string } = JSON.parse(
        readFileSync(path.join(folder, 'package.json'), 'utf8'),
      );
      if (manifest.name === name && manifest.version) return manifest.version;
    } catch {
      // no manifest here; look further up
    }
    const above = path.dirname(folder);
    if (above === folder) throw new Error(`${name} has no package.json.`);
    folder = above;
  }
}
