import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build, ReleaseOffers } from '@panel/contract/release';
import { checkFit } from '@panel/contract/release-checks';
import { BuildError } from './build-error.ts';
import { isFresh } from './fresh.ts';
import { distOf, type Package } from './packages.ts';

/** Packed with this package: what the shell of the same version offers. A checkout has the shell itself, and no such file. */
export const OFFERS_FILE = join(import.meta.dirname, 'offers.json');

/** What the shell's last build offers; null if there is none, or if its sources have changed since. */
export function freshOffers(shell: Package): ReleaseOffers | null {
  if (!isFresh(shell)) return null;
  const { offers } = JSON.parse(readFileSync(join(distOf(shell), 'manifest.json'), 'utf8')) as Build;
  return offers ?? null;
}

/**
 * Compares what a built remote takes from the page with what the shell offers, so that a missing name is found at the
 * build and not first by a running panel.
 * @throws BuildError with one line for each thing that is missing
 */
export function checkOffers({ package: name, needs }: Build, file: string = OFFERS_FILE): void {
  if (!existsSync(file)) return;
  const offers = JSON.parse(readFileSync(file, 'utf8')) as ReleaseOffers;
  const missing = checkFit(needs, offers);
  if (missing.length > 0)
    throw new BuildError([`${name} needs what the shell does not offer:`, ...missing].join('\n  - '));
}
