import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from '@panel/contract/release';
import { distOf, packageOf } from '../src/packages.ts';

/* Runs before this package is packed: stores what the built shell offers beside the compiled code (src/offers.ts). */
const manifest = join(distOf(packageOf('shell')), 'manifest.json');
if (!existsSync(manifest)) {
  console.error('The shell is not built. Run npm run build first: the package contains what the shell offers.');
  process.exit(1);
}
const { offers } = JSON.parse(readFileSync(manifest, 'utf8')) as Build;
writeFileSync(join(import.meta.dirname, '..', 'dist', 'offers.json'), JSON.stringify(offers, null, 1));
