import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostingError } from '../../src/hosting/index.ts';
import { createKeeper } from '../../src/hosting/local/keeper.ts';
import { runningLimit } from '../../src/hosting/local/running-limit.ts';
import { portOf } from './hosting-support.ts';

/** A keeper over processes that are only counted, with a clock that is set by hand. */
function setUp(maxRunning: number, waitMs = 5_000) {
  let now = 0;
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const failing = new Set<string>();
  const keeper = createKeeper({
    maxRunning,
    waitMs,
    idleMs: 1_000,
    clock: { now: () => now },
    ended: async () => undefined,
    serve: async (siteId) => {
      if (failing.has(siteId)) throw new Error('no PHP');
      started.push(siteId);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(siteId, resolve);
      return { endpoint: { host: '127.0.0.1', port: started.length }, pid: 1, exited: promise, stop: async () => resolve(), usage: async () => ({ cpuMs: 0, rssBytes: 0 }) };
    },
  });
  return { keeper, started, die: (siteId: string) => ends.get(siteId)?.(), fail: (siteId: string) => void failing.add(siteId), at: (time: number) => void (now = time) };
}

const busy = (error: unknown) => error instanceof HostingError && error.code === 'BUSY' && error.retryable;

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

  test('runs no more sites than it may, whatever requests are open', async () => {
    const { keeper, started } = setUp(3, 1);
    const leases = Array.from({ length: 23 }, (_, n) => keeper.lease(`site-${n}`));
    const results = await Promise.allSettled(leases.map((_, n) => keeper.start(`site-${n}`)));
    assert.equal(started.length, 3);
    assert.equal(keeper.running().length, 3);
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 20);
    assert.ok(refused.every(({ reason }) => busy(reason)));
    for (const release of leases) release();
    await keeper.start('another');
    assert.equal(keeper.running().length, 3);
    await keeper.stopAll();
  });

  test('serves waiting starts in the order in which they came, and each site once', async () => {
    const { keeper, started } = setUp(1);
    await keeper.start('first');
    const release = keeper.lease('first');
    const waiting = ['second', 'third', 'second'].map(async (site) => {
      const end = keeper.lease(site);
      await keeper.start(site);
      return end;
    });
    assert.deepEqual(keeper.running(), ['first']);
    release();
    const [endOne, , endTwo] = waiting;
    for (const end of await Promise.all([endOne, endTwo])) end?.();
    (await waiting[1])?.();
    assert.deepEqual(started, ['first', 'second', 'third']);
    assert.deepEqual(keeper.running(), ['third']);
    await keeper.stopAll();
  });

  test('a place becomes free when a process dies, fails to start, or is stopped while it waits', async () => {
    const { keeper, die, fail } = setUp(1);
    await keeper.start('a');
    keeper.lease('a');
    const b = keeper.start('b');
    die('a');
    await b;
    keeper.lease('b');
    const stopped = assert.rejects(keeper.start('c'), busy);
    await keeper.stop('c');
    await stopped;
    fail('d');
    const d = assert.rejects(keeper.start('d'), /no PHP/);
    die('b');
    await d;
    await keeper.start('e');
    assert.deepEqual(keeper.running(), ['e']);
    await keeper.stopAll();
  });

  test('due work holds a site for as long as it takes, and is no use of it', async () => {
    const { keeper, at } = setUp(5);
    await keeper.start('a');
    const release = keeper.lease('a', 'upkeep');
    at(5_000);
    await keeper.sweep();
    assert.deepEqual(keeper.running(), ['a']);
    release();
    await keeper.sweep();
    assert.deepEqual(keeper.running(), []);
    await keeper.stopAll();
  });

  test('as many sites may run as fit into half of the memory, within the bounds of each runtime', () => {
    const GB = 2 ** 30;
    assert.deepEqual([1, 2, 4, 64].map((size) => runningLimit('wasm', size * GB)), [1, 3, 4, 4]);
    assert.deepEqual([0.125, 2, 64].map((size) => runningLimit('native', size * GB)), [1, 8, 20]);
  });
});
