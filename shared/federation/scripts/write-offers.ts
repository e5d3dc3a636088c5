import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshOffers } from '../src/offers.ts';
import { packageOf } from '../src/packages.ts';

/* Runs before this package is packed: stores what the built shell offers beside the compiled code (src/offers.ts). */
const offers = freshOffers(packageOf('shell'));
if (!offers) {
  console.error(
    'The shell is not built from its current sources. Run npm run build first: the package contains what the shell offers.',
  );
  process.exit(1);
}
writeFileSync(join(import.meta.dirname, '..', 'dist', 'offers.json'), JSON.stringify(offers, null, 1));
