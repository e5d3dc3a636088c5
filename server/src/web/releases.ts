import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Build } from '@panel/contract/release';

export const SHELL_ID = 'shell';
export const REMOTE_IDS = ['mf-sites', 'mf-apps', 'mf-account', 'mf-admin', 'mf-help'] as const;

/** One file in the forms it may travel in. */
export type ServedFile = { whole: Buffer<ArrayBuffer>; br: Buffer<ArrayBuffer> | null; gz: Buffer<ArrayBuffer> | null };

/** One built package: its declaration, where it is served, and its files, held in memory so that a later build takes nothing away. */
export type Built = { release: Build; base: string; files: ReadonlyMap<string, ServedFile> };
export type ReleaseSet = { buildId: string; shell: Built; remotes: readonly Built[] };

export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

const readOr = (file: string): Buffer<ArrayBuffer> | null => {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
};

function readFiles(folder: string, release: Build): Map<string, ServedFile> {
  const files = new Map<string, ServedFile>();
  for (const name of Object.keys(release.integrity)) {
    const file = join(folder, name);
    const whole = readOr(file);
    if (!whole) throw new ReleaseError(`${release.package} is built in part: ${file} is missing. Run: pnpm build`);
    files.set(name, { whole, br: readOr(`${file}.br`), gz: readOr(`${file}.gz`) });
  }
  return files;
}

function readRelease(distRoot: string, id: string): Built {
  const folder = join(distRoot, id, 'dist');
  const file = join(folder, 'manifest.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ReleaseError(`${id} is not built: ${file} is missing. Run: pnpm build`);
  }
  const parsed = v.safeParse(Build, JSON.parse(text));
  if (!parsed.success) throw new ReleaseError(`${file} is not a release of this version (${parsed.issues[0].message}). Run: pnpm build`);
  const release = parsed.output;
  const base = id === SHELL_ID ? `/shell/${release.version}/` : `/remotes/${id}/${release.version}/`;
  return { release, base, files: readFiles(folder, release) };
}

/** The builds below `distRoot` (`<package>/dist`). Throws ReleaseError with the command to run when one is missing. */
export function readReleases(distRoot: string): ReleaseSet {
  const shell = readRelease(distRoot, SHELL_ID);
  const remotes = REMOTE_IDS.map((id) => readRelease(distRoot, id));
  const versions = [shell, ...remotes].map(({ release }) => release.version).join(' ');
  return { buildId: createHash('sha256').update(versions).digest('hex').slice(0, 12), shell, remotes };
}

/** When the builds were last written, to notice a new one. */
function stampOf(distRoot: string): string {
  return [SHELL_ID, ...REMOTE_IDS]
    .map((id) => statSync(join(distRoot, id, 'dist', 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .join(' ');
}

export type Releases = {
  /** What is live now. */
  live: () => ReleaseSet;
  /** The build that an address names; earlier versions that this process has served stay, for pages that are open. */
  at: (id: string, version: string) => Built | null;
};

/**
 * Opens the releases below `distRoot`. With `follow` they are read again when a build has replaced one (development);
 * otherwise a process serves what it found at its start.
 */
export function openReleases(distRoot: string, follow: boolean): Releases {
  const seen = new Map<string, Built>();
  const remember = (set: ReleaseSet): ReleaseSet => {
    for (const built of [set.shell, ...set.remotes]) seen.set(`${built.release.package} ${built.release.version}`, built);
    return set;
  };
  let stamp = stampOf(distRoot);
  let current = remember(readReleases(distRoot));
  const live = (): ReleaseSet => {
    if (!follow) return current;
    const now = stampOf(distRoot);
    // In the moment when a folder is swapped its manifest is missing; the last complete set is served until it is back.
    if (now !== stamp && !now.split(' ').includes('0')) {
      current = remember(readReleases(distRoot));
      stamp = now;
    }
    return current;
  };
  return {
    live,
    at: (id, version) => {
      live();
      return seen.get(`${id} ${version}`) ?? null;
    },
  };
}
