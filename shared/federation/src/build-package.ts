import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Build } from '@panel/contract/release';
import { readDeclaration } from './declaration.ts';
import { emitRelease } from './emit-release.ts';
import { stampOf } from './fresh.ts';
import { inputHash } from './input-hash.ts';
import { checkOffers } from './offers.ts';
import { distOf, type Package } from './packages.ts';
import { runWebpack } from './run-webpack.ts';
import { configFor, type ConfigOptions } from './webpack-config.ts';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A new folder beside the target. Removes those of builds that were killed: a name begins with the id of its process. */
async function newFolder(target: string): Promise<string> {
  const parent = dirname(target);
  const prefix = `${basename(target)}.next-`;
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (name.startsWith(prefix) && !isRunning(Number.parseInt(name.slice(prefix.length), 10)))
      await rm(join(parent, name), { recursive: true, force: true });
  const folder = join(parent, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  return folder;
}

/** Puts a finished folder in the place of the target. Of two builds that end together the last one stays. */
async function swapIn(fresh: string, target: string): Promise<void> {
  const old = `${fresh}-old`;
  for (;;) {
    await rename(target, old).catch(unless('ENOENT'));
    const isThere = await rename(fresh, target).then(() => true, unless('ENOTEMPTY', 'EEXIST'));
    await rm(old, { recursive: true, force: true });
    if (isThere) return;
  }
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): false => {
    if (!codes.includes(error.code ?? '')) throw error;
    return false;
  };

async function build(of: Package, options: ConfigOptions): Promise<Build> {
  const target = options.outDir ?? distOf(of);
  const inputs = inputHash(of);
  const { manifest, pages } = await readDeclaration(of);
  const fresh = await newFolder(target);
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
