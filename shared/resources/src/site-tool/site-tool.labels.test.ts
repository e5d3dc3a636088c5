import { isLogCut } from './site-tool.labels.ts';

test('a log is cut when bytes of it are missing, however many bytes its letters have', () => {
  expect(isLogCut(8, 'Größe')).toBe(true);
  expect(isLogCut(7, 'Größe')).toBe(false);
  expect(isLogCut(70_000, 'the last line')).toBe(true);
});
