import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Release } from '@panel/contract/release';

export const SHELL_ID = 'shell';
export const REMOTE_IDS = ['mf-sites', 'mf-apps', 'mf-account', 'mf-admin', 'mf-help'] as const;

/** One built package as it lies on the disk. */
export type Built = { release: Release; folder: string; base: string };
export type ReleaseSet = { buildId: string; shell: Built; remotes: readonly Built[] };

export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
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
  const parsed = v.safeParse(Release, JSON.parse(text));
  if (!parsed.success) throw new ReleaseError(`${file} is not a release of this version (${parsed.issues[0].message}). Run: pnpm build`);
  const release = parsed.output;
  const base = id === SHELL_ID ? `/shell/${release.version}/` : `/remotes/${id}/${release.version}/`;
  return { release, folder, base };
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

/**
 * Gives the releases that are live. With `follow` they are read again when a build has replaced one (development);
 * otherwise a process serves what it found at its start.
 */
export function openReleases(distRoot: string, follow: boolean): () => ReleaseSet {
  let stamp = stampOf(distRoot);
  let current = readReleases(distRoot);
  if (!follow) return () => current;
  return () => {
    const now = stampOf(distRoot);
    // In the moment when a folder is swapped its manifest is missing; the last complete set is served until it is back.
    if (now !== stamp && !now.split(' ').includes('0')) {
      current = readReleases(distRoot);
      stamp = now;
    }
    return current;
  };
}
