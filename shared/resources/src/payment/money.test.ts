import { formatMoney, unitsPer } from './money.ts';

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
