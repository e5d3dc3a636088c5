import { loadTimes, someOf } from './release.labels.ts';

test.each([
  [null, null, '-'],
  [84, 120.4, '84 / 120 ms'],
  [940, 1860, '0.9 / 1.9 s'],
])('%j and %j are shown as %s', (median, p75, words) => {
  expect(loadTimes(median, p75)).toBe(words);
});

test('a long list of names is shortened, with a count', () => {
  expect(someOf(['a', 'b', 'c', 'd'])).toBe('a, b, c, d');
  expect(someOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
});
