import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeProblem } from '../src/cli/node-version.ts';

test('a Node that cannot read manifest.ts is reported on one line', () => {
  for (const enough of ['22.18.0', '22.19.1', '23.0.0', '24.21.0']) assert.equal(nodeProblem(enough), null, enough);
  for (const old of ['20.20.2', '22.9.0', '22.17.9'])
    assert.equal(nodeProblem(old), `This is Node ${old}, and Node 22.18 or newer is needed.`);
});

test('package.json requires the same Node', () => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  assert.equal(nodeProblem(engines.node.replace(/^>=/, '')), null);
  assert.notEqual(nodeProblem('22.17.0'), null);
});
