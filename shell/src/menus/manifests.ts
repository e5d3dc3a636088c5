import { withTexts } from '@panel/contract/manifest-words';
import { translated, type Declared, type Registry } from '@panel/core';
import { manifest } from '../manifest.ts';

// Evaluated after the shell's texts have loaded.
const own = withTexts(manifest, translated);

/** Every package that declares pages, the shell first; the server has translated the texts of the others. */
export const manifestsOf = (registry: Registry): Declared[] => [
  own,
  ...registry.remotes.map((remote) => remote.manifest),
];
