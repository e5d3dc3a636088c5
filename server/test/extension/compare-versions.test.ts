import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, newestOf } from '@panel/contract/compare-versions';

test('versions are ordered as WordPress orders them', () => {
  const ordered = ['1.0-dev', '1.0-alpha', '1.0-beta1', '1.0-beta2', '1.0-RC1', '1.0', '1.0.1', '1.2', '1.10', '2'];
  assert.deepEqual(ordered.toReversed().toSorted(compareVersions), ordered);
  assert.equal(newestOf(ordered.map((version) => ({ version })))?.version, '2');
  const letters = ['1.0a2', '1.0b1', '1.0b2', '1.0rc1', '1.0', '1.0.1', '1.0pl1', '1.0pl2'];
  assert.deepEqual(letters.toReversed().toSorted(compareVersions), letters);
  assert.equal(newestOf([]), undefined);
});
