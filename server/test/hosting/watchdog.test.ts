import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SiteActivity } from '../../src/hosting/runtime/site-runtime.ts';
import { createWatchdog } from '../../src/hosting/local/watchdog.ts';
import type { Watched } from '../../src/hosting/local/watchdog.ts';

/** A watchdog over one simulated site, with a manual clock. */
function setUp(kind: 'knows' | 'blind') {
  const state = {
    now: 1_000_000,
    leased: false,
    cpuMs: 0,
    rssBytes: 0,
    activity: { requestSince: null, working: false } satisfies SiteActivity as SiteActivity,
  };
  const ended: string[] = [];
  const process: Watched['process'] = {
    ...{
      endpoint: { socketPath: '/nowhere' },
      pid: 1,
      exited: new Promise<void>(() => undefined),
      stop: async () => undefined,
    },
    usage: async () => ({ cpuMs: state.cpuMs, rssBytes: state.rssBytes }),
    ...(kind === 'knows' ? { activity: () => state.activity } : {}),
  };
  const watchdog = createWatchdog({
    clock: { now: () => state.now },
    watched: () => [{ siteId: 'a', process, leased: state.leased, requestMs: 60_000, memoryBytes: 500 }],
    end: async (siteId) => void ended.push(siteId),
    hit: (siteId, limit) => void ended.push(`${siteId} ${limit}`),
    log: () => undefined,
  });
  /** Checks every 2 s for this long, while the site uses this share of a processor. */
  const pass = async (seconds: number, share = 0) => {
    for (let left = seconds; left > 0; left -= 2) {
      state.now += 2_000;
      state.cpuMs += 2_000 * share;
      await watchdog.look();
    }
  };
  return { state, ended, watchdog, pass };
}

describe('the watchdog', () => {
  test('ends a site that uses the processor for more than ten seconds without a request', async () => {
    const { ended, pass, watchdog } = setUp('blind');
    await pass(10, 1);
    assert.deepEqual(ended, []);
    await pass(4, 1);
    assert.deepEqual(ended.slice(0, 2), ['a cpu', 'a']);
    watchdog.close();
  });

  test('bursts with pauses in between add up, idle time does not', async () => {
    const { ended, pass, watchdog } = setUp('blind');
    await pass(600, 0.05);
    assert.equal(ended.length, 0);
    for (let n = 0; n < 10; n += 1) {
      await pass(4, 1);
      await pass(4, 0);
    }
    assert.ok(ended.includes('a cpu'));
    watchdog.close();
  });

  test('does not count the processor time of requests and of the panel’s commands', async () => {
    const { state, ended, pass, watchdog } = setUp('knows');
    state.leased = true;
    await pass(50, 1);
    state.leased = false;
    state.activity = { requestSince: null, working: true };
    await pass(50, 1);
    assert.deepEqual(ended, []);
    watchdog.close();
  });

  test('ends a site that continues a request for ten seconds after its visitor has left, however little progress it makes', async () => {
    const { state, ended, pass, watchdog } = setUp('knows');
    state.activity = { requestSince: state.now, working: false };
    await pass(10, 0.01);
    state.leased = true;
    await pass(2);
    state.leased = false;
    await pass(12, 0.01);
    assert.deepEqual(ended, []);
    await pass(2);
    assert.deepEqual(ended, ['a time', 'a']);
    watchdog.close();
  });

  test('ends a site whose request takes too long', async () => {
    const { state, ended, pass, watchdog } = setUp('knows');
    state.leased = true;
    state.activity = { requestSince: state.now, working: false };
    await pass(60);
    assert.deepEqual(ended, []);
    await pass(2);
    assert.deepEqual(ended, ['a time', 'a']);
    watchdog.close();
  });

  test('a request that only waited in the queue does not end the site, one that PHP worked on all the time does', async () => {
    const { state, ended, watchdog } = setUp('knows');
    state.activity = { requestSince: state.now - 30_000, working: false };
    await watchdog.late('a');
    assert.deepEqual(ended, []);
    state.activity = { requestSince: state.now - 60_000, working: false };
    await watchdog.late('a');
    assert.deepEqual(ended, ['a'], 'the edge has counted the limit already');
    watchdog.close();
  });

  test('where PHP’s work is unknown, a late request ends the site', async () => {
    const { ended, watchdog } = setUp('blind');
    await watchdog.late('a');
    await watchdog.late('another');
    assert.deepEqual(ended, ['a']);
    watchdog.close();
  });

  test('ends a site that exceeds its memory', async () => {
    const { state, ended, watchdog } = setUp('blind');
    state.rssBytes = 500;
    await watchdog.look();
    assert.deepEqual(ended, []);
    state.rssBytes = 501;
    await watchdog.look();
    assert.deepEqual(ended, ['a memory', 'a']);
    watchdog.close();
  });
});
