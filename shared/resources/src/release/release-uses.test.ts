import type { Channel, Running } from '@panel/core';
import { usesOf } from './release-uses.labels.ts';

const AT = '2026-11-21T03:00:00.000Z';
const policy = (partner: string | null, change: Partial<Channel>): Channel => ({
  package: 'mf-sites',
  partner,
  follows: false,
  enabled: true,
  stable: null,
  previous: null,
  canary: null,
  canaryPercent: 0,
  pin: null,
  blocked: [],
  changedAt: AT,
  changedBy: 'op',
  ...change,
});
const one = { package: 'mf-sites', version: 'one' };

test('a release lists the policies that name it: all partners first, one by name, more by number', () => {
  const channels = [
    policy('b.example', { pin: 'one' }),
    policy('a.example', { pin: 'one', blocked: [{ version: 'one', reason: 'by hand', at: AT, by: 'op' }] }),
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
  const stats = { loads: 0, loadMsMedian: null, loadMsP75: null, errors: 0, reasons: {} };
  const row: Running = {
    partner: 'a.example',
    partnerName: 'A',
    package: 'mf-sites',
    version: 'one',
    by: 'fallback',
    canary: null,
    since: AT,
    changedBy: 'op',
    refused: [],
    release: null,
    stats,
  };
  const channels = [policy(null, { stable: 'two', previous: 'one' })];
  expect(
    usesOf({ channels, running: [row, { ...row, partner: 'b.example', by: 'stable' }] }, one).map(({ label }) => label),
  ).toEqual(['Previous stable', 'Fallback, a.example']);
});
