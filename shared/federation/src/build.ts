import { BuildError } from './build-error.ts';
import { buildPackage } from './build-package.ts';
import { isPackage, packageOf, PACKAGES } from './packages.ts';

const name = process.argv[2] ?? '';
if (!isPackage(name)) {
  console.error(`Which package? One of: ${PACKAGES.join(', ')}. Example: node shared/federation/src/build.ts mf-sites`);
  process.exit(2);
}
try {
  const started = performance.now();
  const release = await buildPackage(packageOf(name));
  console.log(`${name} ${release.version} built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
