import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanJson, type JsonLimits } from '../../src/lib/json-scan.ts';

const scan = (text: string, limits: Partial<JsonLimits> = {}) =>
  scanJson(Buffer.from(text), { depth: 3, elements: 100, names: 2, ...limits });

test('names are counted for each object', () => {
  assert.equal(scan('{"a":1,"b":2}'), 'ok');
  assert.equal(scan('{"a":1,"b":2,"c":3}'), 'names');
  assert.equal(scan('[{"a":1,"b":2},{"a":1,"b":2}]'), 'ok');
  assert.equal(scan('{"a":{"a":1,"b":2},"b":{"a":1}}'), 'ok');
  assert.equal(scan('{"a":{"a":1,"b":2},"b":{"a":1},"c":0}'), 'names');
  assert.equal(scan('{"a":":::","b":"\\":"}'), 'ok');
});

test('depth, values and open texts', () => {
  assert.equal(scan('[[[1]]]'), 'ok');
  assert.equal(scan('[[[[1]]]]'), 'depth');
  assert.equal(scan(`[${Array(200).fill('1').join(',')}]`), 'elements');
  assert.equal(scan('"[[[[[[,,,"', { elements: 2 }), 'ok');
  assert.equal(scan('["a'), 'open');
  assert.equal(scan(String.raw`["a\\\"]`), 'open');
  assert.equal(scan(']:]:]:'), 'open');
});
