import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedDirectory } from '../../src/edge/directory-cache.ts';
import type { EdgeSite } from '../../src/edge/index.ts';
import { edgeSite } from './edge-support.ts';

test('while the directory is unavailable the last answer remains valid, for sites and for unknown hosts', async () => {
  const sites = new Map<string, EdgeSite>([['shop.example', edgeSite('1', 'shop.example')]]);
  let isGone = false;
  let now = 0;
  const resolve = async (host: string) => {
    if (isGone) throw new Error('The database is gone.');
    return sites.get(host) ?? null;
  };
  const directory = cachedDirectory({ resolve }, { now: () => now }, 2000);
  const look = async (host: string) => (await directory.resolve(host))?.siteId ?? null;
  assert.deepEqual([await look('shop.example'), await look('panel.example')], ['1', null]);
  isGone = true;
  for (now = 3000; now < 20_000; now += 3000)
    assert.deepEqual([await look('shop.example'), await look('panel.example')], ['1', null]);
  await assert.rejects(directory.resolve('other.example'), /database is gone/);
  directory.invalidate('shop.example');
  await assert.rejects(directory.resolve('shop.example'), /database is gone/, 'what has changed is not guessed');
  isGone = false;
  now += 3000;
  sites.set('panel.example', edgeSite('2', 'panel.example'));
  assert.deepEqual([await look('shop.example'), await look('panel.example')], ['1', '2']);
});

test('a visitor of a known site does not wait for a slow answer, and gets the new one once it has arrived', async () => {
  let status: EdgeSite['status'] = 'ready';
  let gate = Promise.resolve();
  let now = 0;
  const resolve = async (host: string) => {
    await gate;
    return { ...edgeSite('1', host), status };
  };
  const directory = cachedDirectory({ resolve }, { now: () => now }, 2000);
  const look = async () => (await directory.resolve('shop.example'))?.status;
  assert.equal(await look(), 'ready');
  let open = (): void => undefined;
  gate = new Promise((done) => (open = done));
  status = 'moving';
  now += 3000;
  assert.equal(await look(), 'ready');
  open();
  await gate;
  await new Promise((done) => setImmediate(done));
  assert.equal(await look(), 'moving');
});
