import { ansiPieces, plainLine } from './ansi.ts';

const ESC = '\u001b';

test('colors and bold begin and end where the program says', () => {
  expect(ansiPieces(`a ${ESC}[1;31mred${ESC}[0m b`)).toEqual([
    { text: 'a ', color: null, bold: false },
    { text: 'red', color: 'var(--p-danger)', bold: true },
    { text: ' b', color: null, bold: false },
  ]);
});

test('other sequences, and one that never ends, leave no trace', () => {
  expect(plainLine(`x${ESC}[2K${ESC}[1Gy`)).toBe('xy');
  expect(plainLine(`x${ESC}[31`)).toBe('x');
});
