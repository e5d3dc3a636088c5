import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientFor } from '../src/hot-remote.ts';

test('an edit that React cannot apply reloads the page in a local shell, and never the page of a running panel', () => {
  assert.deepEqual(clientFor('own-shell'), { hot: true, liveReload: false });
  assert.deepEqual(clientFor('any-shell'), { hot: 'only', liveReload: false });
});
