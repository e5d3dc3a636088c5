import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from '@panel/contract/release';

/** Files for tools and copies, which are no files of a release. */
const isForTools = (file: string): boolean =>
  file.startsWith('@') || /\.(?:map|html|txt|br|gz)$/.test(file) || ['manifest.json', 'mf-stats.json'].includes(file);

async function integrityOf(folder: string, files: readonly string[]): Promise<Record<string, string>> {
  const entries = files.map(async (file): Promise<[string, string]> => {
    const hash = createHash('sha384').update(await readFile(join(folder, file)));
    return [file, `sha384-${hash.digest('base64')}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Writes manifest.json beside the built files and returns it, without files that browsers never request. Its version is a hash of its content. */
export async function writeBuild(
  folder: string,
  files: readonly string[],
  about: Omit<Build, 'version' | 'integrity' | 'maps'>,
): Promise<Build> {
  const { manifest, needs, offers } = about;
  const written = [...files].sort();
  const integrity = await integrityOf(
    folder,
    written.filter((file) => !isForTools(file)),
  );
  const maps = await integrityOf(
    folder,
    written.filter((file) => file.endsWith('.map')),
  );
  const version = createHash('sha256')
    .update(JSON.stringify([integrity, manifest, needs, offers]))
    .digest('hex')
    .slice(0, 12);
  const build: Build = { ...about, version, integrity, maps };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(build, null, 1));
  return build;
}
