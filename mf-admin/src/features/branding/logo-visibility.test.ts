import { isHardToSee } from './logo-visibility.ts';

/** An image of so many pixels of each colour. */
const image = (...parts: [count: number, rgba: readonly number[]][]): number[] =>
  parts.flatMap(([count, rgba]) => Array.from({ length: count }, () => rgba).flat());
const WHITE = [255, 255, 255, 255];
const NAVY = [30, 27, 75, 255];
const CLEAR = [255, 255, 255, 0];

test('white text is hard to see on a light header, and not on a dark one', () => {
  const logo = image([40, NAVY], [60, WHITE], [300, CLEAR]);
  expect(isHardToSee(logo, '#f8fafc')).toBe(true);
  expect(isHardToSee(logo, '#1e40af')).toBe(false);
});

test('a dark logo with a little white inside is not', () => {
  expect(isHardToSee(image([80, NAVY], [20, WHITE]), '#ffffff')).toBe(false);
  expect(isHardToSee(image([80, NAVY], [20, WHITE]), '#1e1b4b')).toBe(true);
});

test('what is transparent, empty or no colour is not judged', () => {
  expect(isHardToSee(image([10, CLEAR]), '#ffffff')).toBe(false);
  expect(isHardToSee([], '#ffffff')).toBe(false);
  expect(isHardToSee(image([10, WHITE]), 'none')).toBe(false);
});
