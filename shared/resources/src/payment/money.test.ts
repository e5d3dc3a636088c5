import { formatMoney, readMoney, typedMoney, unitsPer } from './money.ts';

test.each([
  [1250, 'usd', '$12.50'],
  [1250, 'EUR', '€12.50'],
  [0, 'usd', '$0.00'],
  [-990, 'usd', '-$9.90'],
  [1250, 'jpy', '¥1,250'],
  [12_345, 'kwd', 'KWD 12.345'],
  [123_456_789, 'gbp', '£1,234,567.89'],
])('%s of %s is %s', (amount, currency, text) =>
  // Intl separates a currency's code with a space that does not break.
  expect(formatMoney(amount, currency).replace(/\u00a0/g, ' ')).toBe(text),
);

test('decimals are those of the provider, not of the currency', () => {
  const shown = (amount: number, currency: string) => formatMoney(amount, currency).replace(/\u00a0/g, ' ');
  expect(shown(123_450, 'huf')).toBe('HUF 1,234.50');
  expect(shown(123_450, 'idr')).toBe('IDR 1,234.50');
  expect(shown(123_450, 'cop')).toBe('COP 1,234.50');
  expect(shown(5000, 'isk')).toBe('ISK 50');
  expect(shown(5000, 'mga')).toBe('MGA 5,000');
  expect(['usd', 'jpy', 'bhd', 'ugx', 'pkr', 'tnd', 'xof'].map(unitsPer)).toEqual([100, 1, 1000, 100, 100, 1000, 1]);
});

test('a typed amount is read in the smallest unit, and nothing that the currency does not have', () => {
  const read = (text: string, currency = 'usd') => readMoney(text, currency);
  expect(['12.50', '12,5', ' 3 ', '0.01', '3.'].map((text) => read(text))).toEqual([1250, 1250, 300, 1, 300]);
  for (const text of ['', '.', '-1', '1.005', '1e3', '1,000.00', 'x', '1 2', '9'.repeat(13)])
    expect(read(text)).toBeUndefined();
  expect([read('1250', 'jpy'), read('1250.5', 'jpy'), read('1.250', 'kwd'), read('12', 'ugx')]).toEqual([
    ...[1250, undefined, 1250, 1200],
  ]);
});

test('an amount is put into a field as it is typed', () => {
  expect([typedMoney(1250, 'usd'), typedMoney(1250, 'jpy'), typedMoney(1250, 'kwd')]).toEqual([
    '12.50',
    '1250',
    '1.250',
  ]);
});
