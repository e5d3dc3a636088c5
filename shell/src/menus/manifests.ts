import type { Declared, Registry } from '@panel/core';
import { manifest } from '../manifest.ts';

/** Every package that declares pages, the shell first. */
export const manifestsOf = (registry: Registry): Declared[] => [
  manifest,
  ...registry.remotes.map((remote) => remote.manifest),
];
