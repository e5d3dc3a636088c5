import type { Channel } from '@panel/core';
import type { ReleaseOverview } from './release.queries.ts';
import { cannot, cannotAnywhere, scopesOf } from './release.can.ts';
import { channelWith as channel, held, runningWith } from './release.fixtures.ts';

const own = (change: Partial<Channel>) => channel({ partner: 'a.example', stable: null, previous: 'one', ...change });
const overview = (...channels: Channel[]): ReleaseOverview => ({
  packages: ['mf-sites'],
  channels,
  running: ['a.example', 'b.example'].map((partner) => runningWith({ partner, partnerName: partner })),
});
const SITES = { package: 'mf-sites' };
const of = (version: string) => ({ ...SITES, version });

test('an action without an effect is disabled for its scope', () => {
  const data = overview(channel(), own({ stable: 'one', previous: null }));
  expect(cannot(data, 'promote', of('two'), null)).toBe('It is already stable for all partners.');
  expect(cannot(data, 'promote', of('two'), 'a.example')).toBeUndefined();
  expect(cannot(data, 'promote', of('two'), 'b.example')).toBe('It is already stable here.');
  expect(cannotAnywhere(data, 'promote', of('two'))).toBeUndefined();
  expect(cannotAnywhere(overview(channel()), 'promote', of('two'))).toBe('It is already stable for all partners.');
});

test('a rollback needs an earlier stable version', () => {
  expect(cannot(overview(channel()), 'rollback', SITES, 'b.example')).toBeUndefined();
  expect(cannot(overview(channel({ previous: null })), 'rollback', SITES, null)).toMatch(/no earlier stable version/);
  expect(cannot(overview(channel(), own({ stable: 'two', previous: null })), 'rollback', SITES, 'a.example')).toMatch(
    /no earlier stable version/,
  );
});

test('a version that is held back must be released first, in the same scope', () => {
  const data = overview(channel({ blocked: held('three') }), own({ blocked: held('four') }));
  for (const action of ['promote', 'canary', 'pin'] as const) {
    expect(cannot(data, action, of('three'), 'a.example')).toBe(
      'It is held back for all partners. Allow it again first.',
    );
    expect(cannot(data, action, of('four'), 'a.example')).toBe('It is held back here. Allow it again first.');
    expect(cannot(data, action, of('four'), null)).toBeUndefined();
  }
  expect(cannot(data, 'unblock', of('three'), 'a.example')).toBe('It’s held back for all partners. Allow it there.');
  expect(cannot(data, 'unblock', of('four'), 'a.example')).toBeUndefined();
  expect(cannot(data, 'unblock', of('two'), null)).toBe('It is not held back.');
  expect(cannot(data, 'block', of('three'), 'b.example')).toBe('It is already held back for all partners.');
});

test('pins and canaries end where they were set', () => {
  const data = overview(
    channel({ pin: 'one', canary: 'three', canaryPercent: 10 }),
    own({ canary: 'three', canaryPercent: 0 }),
  );
  expect(cannot(data, 'unpin', SITES, 'a.example')).toBe('The pin is set for all partners. Unpin it there.');
  expect(cannot(data, 'unpin', SITES, null)).toBeUndefined();
  expect(cannot(data, 'end-canary', SITES, 'a.example')).toBe('There is no canary.');
  expect(cannot(data, 'end-canary', SITES, 'b.example')).toBe('The canary is set for all partners. End it there.');
  expect(cannot(data, 'canary', of('four'), null)).toBe('Everyone gets one, which is pinned. Unpin it first.');
  expect(cannot(data, 'pin', of('one'), null)).toBe('It is already pinned for all partners.');
});

test('only a partner with its own policy can follow all partners', () => {
  const data = overview(
    channel(),
    own({ stable: 'one', previous: null }),
    channel({ partner: 'b.example', follows: true, stable: null, blocked: held('one') }),
  );
  expect(cannot(data, 'follow', SITES, 'a.example')).toBeUndefined();
  expect(cannot(data, 'follow', SITES, 'b.example')).toBe('It already follows all partners.');
  expect(cannot(data, 'follow', SITES, null)).toBe('All partners have no other policy to follow.');
});

test('the shell cannot be switched off', () => {
  const shell = overview(channel({ package: 'shell' }));
  expect(cannotAnywhere(shell, 'disable', { package: 'shell' })).toBe('The panel can’t run without the shell.');
  expect(cannot(overview(channel({ enabled: false })), 'disable', SITES, null)).toBe('It’s already off.');
  expect(cannot(overview(channel({ enabled: false })), 'enable', SITES, null)).toBeUndefined();
});

test('all partners come first among the possible scopes', () => {
  expect(scopesOf(overview(channel()), 'rollback', SITES).map(({ scope }) => scope)).toEqual([
    null,
    'a.example',
    'b.example',
  ]);
});
