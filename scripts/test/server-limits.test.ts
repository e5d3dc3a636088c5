import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverLimits } from '../lib/server-limits.mjs';

const GB = 2 ** 30;

test('on a small machine the heap is limited, and WebAssembly is compiled once', () => {
  assert.deepEqual(serverLimits(GB).flags, ['--liftoff-only', '--max-old-space-size=409', '--max-semi-space-size=8']);
});

test('where memory is enough V8 keeps its own limits', () => {
  assert.deepEqual(serverLimits(8 * GB).flags, []);
});

test('freed memory goes back to the system on every machine', () => {
  for (const memory of [GB, 8 * GB]) assert.equal(serverLimits(memory).env['MALLOC_ARENA_MAX'], '2');
});
