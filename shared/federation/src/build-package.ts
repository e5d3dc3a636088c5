import { rm, writeFile } from 'node:fs/promises';
import type { Build } from '@panel/contract/release';
import { newBuildFolder, swapIn } from './build-folder.ts';
import { readDeclaration } from './declaration.ts';
import { emitRelease } from './emit-release.ts';
import { stampOf } from './fresh.ts';
import { inputHash } from './input-hash.ts';
import { checkOffers } from './offers.ts';
import { distOf, type Package } from './packages.ts';
import { runWebpack } from './run-webpack.ts';
import { configFor, type ConfigOptions } from './webpack-config.ts';

async function build(of: Package, options: ConfigOptions): Promise<Build> {
  const target = options.outDir ?? distOf(of);
  const inputs = inputHash(of);
  const { manifest, pages } = await readDeclaration(of);
  const fresh = await newBuildFolder(target);
  try {
    const stats = await runWebpack(configFor(of, { ...options, outDir: fresh }));
    const release = await emitRelease(of, stats, manifest, pages);
    checkOffers(release);
    await writeFile(stampOf(fresh), inputs);
    await swapIn(fresh, target);
    return release;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Target folder → its last build in this process. */
const builds = new Map<string, Promise<Build>>();

/**
 * Builds one package into its dist folder: checked declaration, hashed files, manifest.json, brotli and gzip.
 * Each build has a folder of its own, which is swapped in when all is done: a server never sees half a build, and two
 * builds of one package do not disturb each other.
 */
export function buildPackage(of: Package, options: ConfigOptions = {}): Promise<Build> {
  const target = options.outDir ?? distOf(of);
  // Two compilers of one process that share a cache folder can wait for each other forever.
  const before = Promise.allSettled([builds.get(target)]);
  const now = before.then(() => build(of, options));
  builds.set(target, now);
  return now;
}
