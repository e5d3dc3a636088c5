import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostingError } from '../../src/hosting/index.ts';
import { createKeeper } from '../../src/hosting/local/keeper.ts';
import type { KeeperOptions } from '../../src/hosting/local/keeper.ts';
import { runningLimit } from '../../src/hosting/local/running-limit.ts';
import { portOf } from './hosting-support.ts';

/** A keeper over simulated processes, with a manual clock. */
function setUp(maxRunning: number, waitMs = 5_000, options: Partial<KeeperOptions> = {}) {
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
    ...options,
    serve: async (siteId) => {
      if (failing.has(siteId)) throw new Error('no PHP');
      started.push(siteId);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(siteId, resolve);
      return {
        endpoint: { host: '127.0.0.1', port: started.length },
        pid: 1,
        exited: promise,
        stop: async () => resolve(),
        usage: async () => ({ cpuMs: 0, rssBytes: 0 }),
      };
    },
  });
  return {
    keeper,
    started,
    die: (siteId: string) => ends.get(siteId)?.(),
    fail: (siteId: string) => void failing.add(siteId),
    at: (time: number) => void (now = time),
  };
}

/**
 * A keeper whose sites belong to the owner before the dash of their name; `displaced` lists the sites stopped for
 * others.
 */
function setUpOwners(maxRunning: number, options: Partial<KeeperOptions> = {}) {
  const displaced: string[] = [];
  const owned = setUp(maxRunning, 5_000, {
    graceMs: 0,
    ownerOf: async (siteId) => siteId.split('-')[0] ?? '',
    displaced: (siteId) => void displaced.push(siteId),
    ...options,
  });
  /** Starts a site for an open request, and returns the function that ends it. */
  const open = async (siteId: string) => {
    const release = owned.keeper.lease(siteId);
    await owned.keeper.start(siteId);
    return release;
  };
  return { ...owned, displaced, open };
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

  test('stops the least recently used when too many run, but none that is serving', async () => {
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

  test('stops sites without requests within the idle time', async () => {
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

  test('notices a death and restarts the site', async () => {
    const { keeper, started, die } = setUp(5);
    await keeper.start('a');
    die('a');
    await Promise.resolve().then(() => undefined);
    assert.equal(keeper.endpoint('a'), null);
    assert.equal(portOf(await keeper.start('a')), 2);
    assert.deepEqual(started, ['a', 'a']);
    await keeper.stopAll();
  });

  test('runs no more sites than the maximum, whatever requests are open', async () => {
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

  test('serves waiting starts in order of arrival, and each site once', async () => {
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

  test('a slot becomes free when a process dies, fails to start, or is stopped while it waits', async () => {
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

  test('scheduled jobs keep a site running, but do not count as use', async () => {
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

  test('a site that was started for the panel sleeps again soon, unless it is visited', async () => {
    const { keeper, at } = setUp(5);
    at(5_000);
    for (const site of ['a', 'b']) {
      const release = keeper.lease(site, 'upkeep');
      await keeper.start(site, 'upkeep');
      await keeper.sweep();
      assert.ok(keeper.running().includes(site), 'it is needed');
      if (site === 'b') await keeper.start(site);
      release();
    }
    await keeper.sweep();
    assert.deepEqual(keeper.running(), ['b']);
    await keeper.stopAll();
  });

  test('an owner whose open requests fill all slots gives one to another owner’s site, the one in use for longest', async () => {
    const { keeper, displaced, open, at } = setUpOwners(4);
    for (const [time, site] of ['greedy-1', 'greedy-2', 'greedy-3', 'greedy-4'].entries()) {
      at(time);
      await open(site);
    }
    await open('other-1');
    assert.deepEqual(displaced, ['greedy-1']);
    await open('other-2');
    assert.deepEqual(displaced, ['greedy-1', 'greedy-2']);
    assert.deepEqual(keeper.running(), ['greedy-3', 'greedy-4', 'other-1', 'other-2']);
    await keeper.stopAll();
  });

  test('an owner that starts one site after the other stops its own, not those of others', async () => {
    const { keeper, started, at } = setUpOwners(4);
    const sites = ['quiet-1', 'quiet-2', 'greedy-1', 'greedy-2', 'greedy-3', 'greedy-4', 'greedy-5'];
    for (const [time, site] of sites.entries()) {
      at(time);
      await keeper.start(site);
    }
    assert.deepEqual(keeper.running(), ['quiet-1', 'quiet-2', 'greedy-4', 'greedy-5']);
    assert.deepEqual(started, sites);
    await keeper.stopAll();
  });

  test('an owner below its share gets a slot of the one with the most, whose least recently used site is stopped', async () => {
    const { keeper, at } = setUpOwners(4);
    for (const [time, site] of ['other-1', 'greedy-1', 'greedy-2', 'greedy-3', 'other-2'].entries()) {
      at(time);
      await keeper.start(site);
    }
    assert.deepEqual(keeper.running(), ['other-1', 'greedy-2', 'greedy-3', 'other-2']);
    await keeper.stopAll();
  });

  test('one owner’s queued starts do not come before those of another', async () => {
    const { keeper, displaced, open } = setUpOwners(2);
    await Promise.all([open('greedy-1'), open('greedy-2')]);
    const queued = ['greedy-3', 'greedy-4', 'greedy-5'].map((site) => assert.rejects(keeper.start(site), busy));
    await open('other-1');
    assert.equal(displaced.length, 1);
    assert.equal(keeper.running().filter((site) => site.startsWith('greedy')).length, 1);
    await Promise.all([...['greedy-3', 'greedy-4', 'greedy-5'].map(keeper.stop), ...queued]);
    await keeper.stopAll();
  });

  test('owners who together hold all slots give one to an owner without any', async () => {
    const { keeper, displaced, open } = setUpOwners(4);
    for (const site of ['one-1', 'one-2', 'two-1', 'two-2', 'other-1']) await open(site);
    assert.equal(displaced.length, 1);
    assert.ok(keeper.running().includes('other-1'));
    await keeper.stopAll();
  });

  test('no site in use is stopped for an owner with as many slots, or for the same owner', async () => {
    const { keeper, displaced, open } = setUpOwners(2, { waitMs: 20 });
    await Promise.all([open('one-1'), open('two-1')]);
    await Promise.all(['one-2', 'two-2', 'three-1'].map((site) => assert.rejects(keeper.start(site), busy)));
    assert.deepEqual(displaced, []);
    assert.deepEqual(keeper.running(), ['one-1', 'two-1']);
    await keeper.stopAll();
  });

  test('short requests may end before a site is stopped, whoever owns it', async () => {
    const { keeper, displaced, open } = setUpOwners(2, { graceMs: 1_000 });
    const [release] = [await open('greedy-1'), await open('greedy-2')];
    const other = keeper.start('other-1');
    release();
    await other;
    assert.deepEqual(displaced, []);
    assert.deepEqual(keeper.running(), ['greedy-2', 'other-1']);
    await keeper.stopAll();
  });

  test('a site with an endless request is stopped after the configured time', async () => {
    const { keeper, displaced, open, at } = setUpOwners(2, { graceMs: 1_000 });
    await Promise.all([open('greedy-1'), open('greedy-2')]);
    const other = keeper.start('other-1');
    at(1_000);
    await other;
    assert.equal(displaced.length, 1);
    await keeper.stopAll();
  });

  test('while owners are unknown, each site counts as its own', async () => {
    const lines: string[] = [];
    const { keeper, displaced, open } = setUpOwners(2, {
      waitMs: 20,
      log: (line) => void lines.push(line),
      ownerOf: () => Promise.reject(new Error('no database')),
    });
    await Promise.all([open('greedy-1'), open('greedy-2')]);
    await assert.rejects(keeper.start('other-1'), busy);
    assert.deepEqual(displaced, []);
    assert.match(lines[0] ?? '', /owner of greedy-1 .*no database/);
    await keeper.stopAll();
  });

  test('a site that cannot be stopped or cleaned up releases its slot, and the error is only logged if nobody waits', async () => {
    const lines: string[] = [];
    const { keeper } = setUp(1, 5_000, {
      log: (line) => void lines.push(line),
      ended: (siteId) => Promise.reject(new Error(`${siteId} has a record that stays`)),
    });
    await keeper.start('a');
    await keeper.start('b');
    assert.deepEqual(keeper.running(), ['b']);
    await assert.rejects(keeper.stop('b'), /stays/);
    await keeper.start('c');
    await keeper.stopAll();
    assert.deepEqual(
      lines,
      ['a', 'c'].map((site) => `${site} could not be stopped: Error: ${site} has a record that stays`),
    );
  });

  test('the number of running sites fits into half of the memory, within the bounds of each runtime', () => {
    const GB = 2 ** 30;
    assert.deepEqual(
      [1, 2, 4, 64].map((size) => runningLimit('wasm', size * GB)),
      [1, 3, 4, 4],
    );
    assert.deepEqual(
      [0.125, 2, 64].map((size) => runningLimit('native', size * GB)),
      [1, 8, 20],
    );
  });
});
