import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CacheEntry } from '../../src/edge/cache/cache-entry.ts';
import { createCacheStore } from '../../src/edge/cache/cache-store.ts';

const MB = 1024 ** 2;
const LIMITS = { memoryBytes: 64 * MB, diskBytes: 64 * MB };

const entry = (body: string, vary: Record<string, string> = {}): CacheEntry => ({
  ...{ version: '1', status: 200, headers: {}, vary, storedAt: 0, file: false, encoded: {} },
  ...{ freshMs: 60_000, whileMs: 0, errorMs: 0, ageMs: 0, body: Buffer.from(body), size: body.length },
});
const bodyOf = (found: CacheEntry | undefined): string | undefined => found && String(found.body);

test('a response with another Vary takes the place of those with the former one', () => {
  const store = createCacheStore(LIMITS);
  store.put('s1', '/', entry('for everyone'));
  store.put('s1', '/', entry('in German', { 'accept-language': 'de' }));
  assert.equal(bodyOf(store.get('s1', '/', { 'accept-language': 'de' })), 'in German');
  assert.equal(store.get('s1', '/', { 'accept-language': 'en' }), undefined);
  store.put('s1', '/', entry('in English', { 'accept-language': 'en' }));
  assert.equal(bodyOf(store.get('s1', '/', { 'accept-language': 'de' })), 'in German');
  store.put('s1', '/', entry('for all again'));
  assert.equal(bodyOf(store.get('s1', '/', { 'accept-language': 'de' })), 'for all again');
  store.drop('s1');
  assert.deepEqual(store.used(), { memoryBytes: 0, diskBytes: 0 });
});

test('a site with one small response takes little memory', () => {
  const store = createCacheStore(LIMITS);
  const taken = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = taken();
  for (let n = 0; n < 600; n += 1) store.put(`s${n}`, '/', entry('page'));
  assert.ok(taken() - before < 20 * MB);
  assert.equal(bodyOf(store.get('s0', '/', {})), 'page');
});

test('long addresses count as memory', () => {
  const store = createCacheStore(LIMITS);
  store.put('s1', '/', entry('page'));
  const short = store.used().memoryBytes;
  store.put('s1', `/${'x'.repeat(2_000)}`, entry('page'));
  assert.ok(store.used().memoryBytes >= 2 * short + 2_000);
});

test('what a site used least is removed first, and no site takes more than its share', () => {
  const store = createCacheStore({ memoryBytes: 400_000, diskBytes: 0 });
  const large = 'x'.repeat(30_000);
  for (const path of ['/a', '/b', '/c']) store.put('s1', path, entry(large));
  assert.ok(store.get('s1', '/a', {}));
  store.put('s1', '/d', entry(large));
  assert.deepEqual(
    ['/a', '/b', '/c', '/d'].map((path) => store.get('s1', path, {}) !== undefined),
    [true, false, true, true],
  );
});

test('the site that was asked for least makes room for others', () => {
  const store = createCacheStore({ memoryBytes: 400_000, diskBytes: 0 });
  const large = 'x'.repeat(90_000);
  for (const site of ['s1', 's2', 's3', 's4']) store.put(site, '/', entry(large));
  assert.ok(store.get('s1', '/', {}));
  store.put('s5', '/', entry(large));
  assert.deepEqual(
    ['s1', 's2', 's3', 's4', 's5'].map((site) => store.get(site, '/', {}) !== undefined),
    [true, false, true, true, true],
  );
});

test('a site keeps a limited number of addresses', () => {
  const store = createCacheStore(LIMITS);
  for (let n = 0; n <= 5_000; n += 1) store.put('s1', `/${n}`, entry(''));
  assert.equal(store.get('s1', '/0', {}), undefined);
  assert.ok(store.get('s1', '/5000', {}));
});
