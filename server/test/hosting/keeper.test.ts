import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeeper } from '../../src/hosting/local/keeper.ts';
import { portOf } from './hosting-support.ts';

/** A keeper over processes that are only counted, with a clock that is set by hand. */
function setUp(maxRunning: number) {
  let now = 0;
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const keeper = createKeeper({
    maxRunning,
    idleMs: 1_000,
    clock: { now: () => now },
    ended: async () => undefined,
    serve: async (siteId) => {
      started.push(siteId);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(siteId, resolve);
      return { endpoint: { host: '127.0.0.1', port: started.length }, pid: 1, exited: promise, stop: async () => resolve(), usage: async () => ({ cpuMs: 0, rssBytes: 0 }) };
    },
  });
  return { keeper, started, die: (siteId: string) => ends.get(siteId)?.(), at: (time: number) => void (now = time) };
}

describe('the keeper of running sites', () => {
  test('shares one start among concurrent callers', async () => {
    const { keeper, started } = setUp(5);
    const ports = await Promise.all([keeper.start('a'), keeper.start('a'), keeper.start('a')]);
    assert.deepEqual(started, ['a']);
    assert.deepEqual(new Set(ports.map(portOf)), new Set([1]));
    await keeper.stopAll();
    assert.deepEqual(keeper.running(), []);
  });

  test('stops the least recently used when too many run, but none that is answering', async () => {
    const { keeper, at } = setUp(2);
    await keeper.start('a');
    at(1);
    await keeper.start('b');
    const release = keeper.lease('a');
    at(2);
    await keeper.start('c');
    assert.deepEqual(keeper.running(), ['a', 'c']);
    release();
    at(3);
    await keeper.start('c');
    await keeper.start('d');
    assert.deepEqual(keeper.running(), ['c', 'd']);
    await keeper.stopAll();
  });

  test('stops what nobody asked for within the idle time', async () => {
    const { keeper, at } = setUp(5);
    await keeper.start('a');
    await keeper.start('b');
    at(999);
    await keeper.start('b');
    at(1_000);
    await keeper.sweep();
    assert.deepEqual(keeper.running(), ['b']);
    await keeper.stopAll();
  });

  test('notices a death and starts anew', async () => {
    const { keeper, started, die } = setUp(5);
    await keeper.start('a');
    die('a');
    await Promise.resolve().then(() => undefined);
    assert.equal(keeper.endpoint('a'), null);
    assert.equal(portOf(await keeper.start('a')), 2);
    assert.deepEqual(started, ['a', 'a']);
    await keeper.stopAll();
  });
});
