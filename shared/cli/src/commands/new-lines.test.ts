import { linesSince } from './new-lines.ts';

test('new lines follow the ones that are known, also when the oldest are gone', () => {
  expect(linesSince([], ['a', 'b'])).toEqual(['a', 'b']);
  expect(linesSince(['a', 'b'], ['a', 'b', 'c'])).toEqual(['c']);
  expect(linesSince(['a', 'b', 'c'], ['b', 'c', 'd', 'e'])).toEqual(['d', 'e']);
  expect(linesSince(['a', 'b'], ['a', 'b'])).toEqual([]);
  expect(linesSince(['a', 'b'], ['x'])).toEqual(['x']);
});
