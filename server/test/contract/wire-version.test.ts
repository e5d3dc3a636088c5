import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedWireShape, wireShapeNow } from './wire-shape.ts';

test('the wire form changes only with the version of the contract', async () => {
  const now = await wireShapeNow();
  assert.deepEqual(
    now,
    recordedWireShape(),
    `
The calls or schemas of the contract are not those that were recorded for its version. Remotes of other teams run on what the
version promises (docs/guides/shell-api.md). In shared/contract/package.json raise the minor for what was added, the major for
what is gone, renamed or narrower; then: node server/test/contract/record-wire-shape.ts`,
  );
});
