import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { Build } from '@panel/contract/release';
import webpack, { type Configuration, type Stats } from 'webpack';
import { BuildError } from './build-error.ts';
import { readDeclaration } from './declaration.ts';
import { emitRelease } from './emit-release.ts';
import { stampOf } from './fresh.ts';
import { inputHash } from './input-hash.ts';
import { distOf, type Package } from './packages.ts';
import { configFor, type ConfigOptions } from './webpack-config.ts';

/** Runs webpack once and closes it, so that its cache is written; throws with webpack's messages. */
export async function runWebpack(config: Configuration): Promise<Stats> {
  const compiler = webpack(config);
  if (!compiler) throw new BuildError('webpack refused its configuration.');
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) =>
      error || !result ? reject(error ?? new Error('webpack gave no result')) : resolve(result),
    );
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  if (stats.hasErrors())
    throw new BuildError(stats.toString({ all: false, errors: true, errorsCount: true, colors: false }));
  return stats;
}

/**
 * Builds one package into its dist folder: checked declaration, hashed files, manifest.json, brotli and gzip. The
 * folder is swapped in at the end, so a server never sees half a build.
 */
export async function buildPackage(of: Package, options: ConfigOptions = {}): Promise<Build> {
  const target = options.outDir ?? distOf(of);
  const inputs = inputHash(of);
  const { manifest, pages } = await readDeclaration(of);
  const fresh = `${target}.next`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const stats = await runWebpack(configFor(of, { ...options, outDir: fresh }));
  const release = await emitRelease(of, stats, manifest, pages);
  await writeFile(stampOf(fresh), inputs);
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
  return release;
}
