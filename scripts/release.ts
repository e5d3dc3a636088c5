import {
  isPackage,
  PACKAGES,
  packageOf,
  releaseCommand,
  RELEASE_OPTIONS,
  run,
  UsageError,
} from '../shared/federation/src/release.ts';
import { operatorContext } from './lib/operator-context.ts';

const USAGE = `npm run release -- <package> [options]     builds, signs and uploads a release to a running panel
npm run release -- enroll <code> [file]    adds a team's key to a panel, with the code of an invitation
npm run release -- keygen [file]           makes a key, and prints the public one

  <package>           shell, or a remote: mf-sites, or sites for short
${RELEASE_OPTIONS}`;

/** A package of this checkout by its name. */
async function find([name, more]: readonly string[]) {
  if (name === undefined) throw new UsageError('Which package?');
  if (more !== undefined) throw new UsageError(`One package at a time: "${more}" is an unexpected argument.`);
  const id = isPackage(name) ? name : `mf-${name}`;
  if (!isPackage(id)) throw new UsageError(`There is no package ${name}. Known packages: ${PACKAGES.join(', ')}.`);
  return packageOf(id);
}

const words = process.argv.slice(2);
if (words.includes('--help')) console.log(USAGE);
else await run(() => releaseCommand(words, operatorContext(), find), USAGE);
