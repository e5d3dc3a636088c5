import { formatBytes, formatUsage } from './bytes.ts';
import { formatDate, formatDuration, formatElapsed, formatRelative } from './date.ts';

test.each([
  [0, '0 B'],
  [-1, '0 B'],
  [Number.NaN, '0 B'],
  [null, '0 B'],
  [undefined, '0 B'],
  [Infinity, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1.0 MB'],
  [1024 ** 2, '1.0 MB'],
  [5.25 * 1024 ** 3, '5.3 GB'],
  [1024 ** 4, '1.0 TB'],
  [1024 ** 5, '1024.0 TB'],
])('%s bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test('data usage counts 512 bytes per KB', () => {
  expect(formatUsage(511)).toBe('511 B');
  expect(formatUsage(512)).toBe('1.0 KB');
  expect(formatUsage(512 * 1024)).toBe('1.0 MB');
  expect(formatUsage(0)).toBe('0 B');
});

test('dates are MMM DD, YYYY and hh:mm A, a dash when empty', () => {
  expect(formatDate('2026-11-01T08:05:00.000Z')).toBe('Nov 01, 2026; 08:05 AM');
  expect(formatDate('2026-11-01T20:05:00.000Z', { withTime: false })).toBe('Nov 01, 2026');
  for (const empty of [null, undefined, '', 'nonsense']) expect(formatDate(empty)).toBe('-');
});

test('durations are hh:mm:ss, a dash when empty', () => {
  expect(formatDuration(0)).toBe('00:00:00');
  expect(formatDuration(3_725_999)).toBe('01:02:05');
  expect(formatDuration(null)).toBe('-');
});

test('how long something took is in words', () => {
  expect(formatElapsed(0)).toBe('0 s');
  expect(formatElapsed(8_900)).toBe('8 s');
  expect(formatElapsed(65_000)).toBe('1 min 5 s');
  expect(formatElapsed(7_380_000)).toBe('2 h 3 min');
  for (const empty of [null, undefined, -1, Number.NaN]) expect(formatElapsed(empty)).toBe('-');
});

test('relative times are in words', () => {
  const now = Date.UTC(2026, 10, 21);
  expect(formatRelative(now - 20_000, now)).toBe('just now');
  expect(formatRelative(now - 2 * 3_600_000, now)).toBe('2 hours ago');
  expect(formatRelative(now + 3 * 86_400_000, now)).toBe('in 3 days');
});
