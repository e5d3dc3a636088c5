import { changeOf, groupEffects, percentOf } from './change-form.ts';

test.each([
  ['10', 10],
  [' 1 ', 1],
  ['100', 100],
  ['25 %', 25],
  ['0', null],
  ['101', null],
  ['2.5', null],
  ['1e1', null],
  ['', null],
  ['-5', null],
])('percent %j is %j', (text, percent) => {
  expect(percentOf(text)).toBe(percent);
});

test('the request contains only what the action needs', () => {
  const subject = { package: 'mf-sites', version: 'two' };
  expect(changeOf('promote', subject, null, 10)).toEqual({ package: 'mf-sites', action: 'promote', version: 'two' });
  expect(changeOf('rollback', subject, 'a.example', 10)).toEqual({
    package: 'mf-sites',
    action: 'rollback',
    partner: 'a.example',
  });
  expect(changeOf('canary', subject, null, 10)).toEqual({
    package: 'mf-sites',
    action: 'canary',
    version: 'two',
    percent: 10,
  });
  expect(changeOf('canary', subject, null, null)).toBeNull();
  expect(changeOf('end-canary', subject, null, null)).toEqual({ package: 'mf-sites', action: 'canary', percent: 0 });
});

test('partners with the same old and new state form one group, and unaffected ones none', () => {
  const stable = (version: string | null) => ({
    version,
    by: version === null ? ('none' as const) : ('stable' as const),
    canary: null,
  });
  const effects = ['a', 'b', 'c'].map((partner) => ({ partner, from: stable('two'), to: stable('one') }));
  const same = {
    partner: 'd',
    from: { ...stable('two'), by: 'pin' as const },
    to: { ...stable('two'), by: 'pin' as const },
  };
  const { changes, unchanged } = groupEffects([
    ...effects,
    same,
    { partner: 'e', from: stable('two'), to: stable(null) },
  ]);
  expect(changes).toEqual([
    { from: 'two', to: 'one', partners: ['a', 'b', 'c'], leavesNothing: false },
    { from: 'two', to: 'nothing', partners: ['e'], leavesNothing: true },
  ]);
  expect(unchanged).toEqual(['d']);
});
