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

test('what the provider counts in two decimals although the currency has none', () => {
  expect(formatMoney(5000, 'isk').replace(/\u00a0/g, ' ')).toBe('ISK 50');
  expect([unitsPer('usd'), unitsPer('jpy'), unitsPer('bhd'), unitsPer('ugx')]).toEqual([100, 1, 1000, 100]);
});
