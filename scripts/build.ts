import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  checkTogether,
  isFresh,
  isPackage,
  packageOf,
  PACKAGES,
  readDeclaration,
  ROOT,
  type PackageId,
} from '../shared/federation/src/index.ts';
import { buildLimits } from './lib/build-limits.ts';

/*
 * pnpm build [package …] [--force]
 * Builds shell and remotes, each in a process of its own, two at a time where the memory is enough; what is up to date
 * is left alone.
 */

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isForced = process.argv.includes('--force');
const unknown = wanted.filter((name) => !isPackage(name));
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')}. Known packages: ${PACKAGES.join(', ')}.`);
  process.exit(2);
}
const limits = buildLimits();
const chosen = wanted.length > 0 ? wanted.filter(isPackage) : PACKAGES;

/** Runs one build, passes its output through, and returns whether it succeeded. */
function build(id: PackageId): Promise<boolean> {
  const child = spawn(process.execPath, [...limits.flags, join(ROOT, 'shared', 'federation', 'src', 'build.ts'), id], {
    cwd: join(ROOT, id),
    stdio: 'inherit',
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

async function buildAll(ids: readonly PackageId[]): Promise<boolean> {
  const waiting = [...ids];
  let isGood = true;
  const worker = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      console.log(`${id} is being built (${ids.length - waiting.length} of ${ids.length})`);
      isGood = (await build(id)) && isGood;
    }
  };
  await Promise.all(Array.from({ length: limits.atOnce }, worker));
  return isGood;
}

const stale = isForced ? chosen : chosen.filter((id) => !isFresh(packageOf(id)));
if (stale.length < chosen.length)
  console.log(`${chosen.length - stale.length} of ${chosen.length} packages are up to date`);
if (stale.length > 0) {
  const started = performance.now();
  const declarations = await Promise.all(PACKAGES.map((id) => readDeclaration(packageOf(id))));
  const clashes = checkTogether(declarations.map(({ manifest }) => manifest));
  for (const clash of clashes) console.error(clash);
  const isGood = clashes.length === 0 && (await buildAll(stale));
  if (isGood) console.log(`Built ${stale.length} packages in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  else process.exitCode = 1;
}
