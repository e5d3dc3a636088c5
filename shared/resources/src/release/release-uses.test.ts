import type { Channel } from '@panel/core';
import { channelWith, held, runningWith } from './release.fixtures.ts';
import { usesOf } from './release-uses.labels.ts';

const policy = (partner: string | null, change: Partial<Channel>) =>
  channelWith({ partner, stable: null, previous: null, ...change });
const one = { package: 'mf-sites', version: 'one' };

test('a release lists the policies that name it: all partners first, one by name, more by number', () => {
  const channels = [
    policy('b.example', { pin: 'one' }),
    policy('a.example', { pin: 'one', blocked: held('one') }),
    policy(null, { stable: 'one', canary: 'two', canaryPercent: 10 }),
    policy(null, { package: 'mf-apps', pin: 'one' }),
  ];
  expect(usesOf({ channels, running: [] }, one).map(({ label }) => label)).toEqual([
    'Stable',
    'Pinned, 2 partners',
    'Held back, a.example',
  ]);
  expect(usesOf({ channels, running: [] }, { ...one, version: 'two' }).map(({ label }) => label)).toEqual([
    'Canary 10 %',
  ]);
});

test('a canary that was ended for a partner does not count', () => {
  expect(usesOf({ channels: [policy('a.example', { canary: 'one', canaryPercent: 0 })], running: [] }, one)).toEqual(
    [],
  );
});

test('a running fallback is in use, although no policy names it', () => {
  const row = runningWith({ version: 'one', by: 'fallback' });
  const channels = [policy(null, { stable: 'two', previous: 'one' })];
  expect(
    usesOf({ channels, running: [row, { ...row, partner: 'b.example', by: 'stable' }] }, one).map(({ label }) => label),
  ).toEqual(['Previous stable', 'Fallback, a.example']);
});
