import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Build } from '@panel/contract/release';
import { SHELL_ID } from './release-source.ts';

/** The front end is not built, or only in part; the message names the command to run. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** One built package: its manifest, and all its files with their compressed forms and source maps. */
export type Built = { build: Build; files: ReadonlyMap<string, Buffer<ArrayBuffer>> };

const readOr = (file: string): Buffer<ArrayBuffer> | null => {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
};

function readFiles(folder: string, build: Build): Map<string, Buffer<ArrayBuffer>> {
  const files = new Map<string, Buffer<ArrayBuffer>>();
  for (const name of Object.keys(build.integrity)) {
    for (const form of [name, `${name}.br`, `${name}.gz`]) {
      const bytes = readOr(join(folder, form));
      if (bytes) files.set(form, bytes);
    }
    if (!files.has(name))
      throw new ReleaseError(`${build.package} is built in part: ${join(folder, name)} is missing. Run: npm run build`);
  }
  for (const name of Object.keys(build.maps ?? {})) {
    const bytes = readOr(join(folder, name));
    if (bytes) files.set(name, bytes);
  }
  return files;
}

/**
 * The manifest of a build.
 * @throws ReleaseError
 */
export function readBuild(distRoot: string, id: string): Build {
  const file = join(distRoot, id, 'dist', 'manifest.json');
  const text = readOr(file)?.toString('utf8');
  if (text === undefined) throw new ReleaseError(`${id} is not built: ${file} is missing. Run: npm run build`);
  const parsed = v.safeParse(Build, JSON.parse(text));
  if (!parsed.success)
    throw new ReleaseError(
      `${file} is not a release of this version (${parsed.issues[0].message}). Run: npm run build`,
    );
  return parsed.output;
}

/** A build with its files. @throws ReleaseError */
export function readBuilt(distRoot: string, build: Build): Built {
  return { build, files: readFiles(join(distRoot, build.package, 'dist'), build) };
}

/** The shell and every remote's folder below `distRoot`. */
export function packagesIn(distRoot: string): string[] {
  // A development root links its remotes, and a link is no directory to `readdir`.
  const isFolder = (name: string): boolean =>
    statSync(join(distRoot, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
  const remotes = readdirSync(distRoot).filter((name) => /^mf-[a-z]/.test(name) && isFolder(name));
  return [SHELL_ID, ...remotes.sort()];
}

/** When the builds were last written, to detect a new one; null while one is being replaced. */
export function stampOf(distRoot: string): string | null {
  const times = packagesIn(distRoot).map(
    (id) => statSync(join(distRoot, id, 'dist', 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return times.includes(0) ? null : times.join(' ');
}
