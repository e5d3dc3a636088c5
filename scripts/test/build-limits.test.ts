import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLimits } from '../lib/build-limits.ts';

const GB = 2 ** 30;

test('a small machine builds one package at a time with a small heap', () => {
  assert.deepEqual(buildLimits(GB, 1), {
    atOnce: 1,
    flags: ['--max-old-space-size=460', '--max-semi-space-size=4'],
  });
  assert.equal(buildLimits(2 * GB, 4).atOnce, 1);
});

test('two packages are built at a time where memory and processors are enough', () => {
  assert.deepEqual(buildLimits(8 * GB, 4), { atOnce: 2, flags: [] });
  assert.equal(buildLimits(8 * GB, 1).atOnce, 1);
});
