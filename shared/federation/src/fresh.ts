import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputHash } from './input-hash.ts';
import { distOf, type Package } from './packages.ts';

/** Where a build records its inputs. */
export const stampOf = (folder: string): string => join(folder, '.inputs');

/** Whether this folder was built from the current sources. */
export function isFresh(of: Package, folder: string = distOf(of)): boolean {
  try {
    return readFileSync(stampOf(folder), 'utf8') === inputHash(of);
  } catch {
    return false;
  }
}
