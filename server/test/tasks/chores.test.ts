import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppContext } from '../../src/context/app-context.ts';
import { statusPageModule } from '../../src/modules/status-page/status-page.module.ts';
import { startHousekeeping } from '../../src/start/chores.ts';
import { until } from '../../src/testing/index.ts';

const HOUR_MS = 3_600_000;
// What housekeeping does at the start fails with it, and is logged.
const app = { config: {}, log: { warn: () => undefined } } as unknown as AppContext;

test('a chore beside the others runs at the start, and while another one hangs', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const ran = { often: 0, once: 0 };
  const stop = startHousekeeping(app, [
    { name: 'asking a silent mail server', everyMs: 1, run: () => (begun.resolve(), slow.promise) },
    { name: 'noting', everyMs: 1, beside: true, run: async () => void (ran.often += 1) },
    { name: 'noting at the start', everyMs: HOUR_MS, beside: true, run: async () => void (ran.once += 1) },
  ]);
  await begun.promise;
  const before = ran.often;
  await until('it runs beside', () => ran.often > before + 2);
  assert.equal(ran.once, 1);
  slow.resolve();
  await stop();
});

test('the note of the status page is such a chore', () => {
  const note = statusPageModule.chores?.find(({ name }) => name === 'noting that the panel runs');
  assert.equal(note?.beside, true);
});
