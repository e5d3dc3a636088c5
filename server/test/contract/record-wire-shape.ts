import { recordedWireShape, wireShapeNow, writeWireShape } from './wire-shape.ts';

/*
 * node server/test/contract/record-wire-shape.ts [--unreleased]
 * Records what the contract looks like on the wire at its present version. With --unreleased the version may stay: it was
 * never given to anybody.
 */

const now = await wireShapeNow();
const before = recordedWireShape();
if (now.version === before.version && now.digest !== before.digest && !process.argv.includes('--unreleased')) {
  console.error(
    `The contract ${now.version} is recorded with another shape. Raise the version in shared/contract/package.json first: a minor for what is added, a major for what is gone or narrower. If ${now.version} was never released: --unreleased`,
  );
  process.exit(1);
}
writeWireShape(now);
console.log(`Recorded the contract ${now.version}`);
