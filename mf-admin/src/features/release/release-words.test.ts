import { loadTimes, someOf } from './release-words.ts';

test.each([
  [null, null, '-'],
  [84, 120.4, '84 / 120 ms'],
  [940, 1860, '0.9 / 1.9 s'],
])('%j and %j are read as %s', (median, p75, words) => {
  expect(loadTimes(median, p75)).toBe(words);
});

test('many names are cut, and counted', () => {
  expect(someOf(['a', 'b', 'c', 'd'])).toBe('a, b, c, d');
  expect(someOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
});
