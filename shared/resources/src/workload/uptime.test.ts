import { dayText, uptimeLabel, type UptimeDay } from './uptime.ts';

const day = (values: Partial<UptimeDay> = {}): UptimeDay => ({
  day: '2026-11-21',
  checks: 48,
  failed: 0,
  seconds: 86_400,
  failed_seconds: 0,
  ...values,
});
const NONE = day({ checks: 0, seconds: 0 });

test('days without data count neither as up nor as down', () => {
  expect(uptimeLabel([NONE])).toBeNull();
  expect(uptimeLabel([NONE, day()])).toBe('100 %');
  expect(uptimeLabel([NONE, day({ seconds: 1000, failed_seconds: 1000, failed: 2 })])).toBe('0 %');
});

test('an outage never disappears by rounding', () => {
  expect(uptimeLabel([day({ seconds: 1_000_000, failed: 1, failed_seconds: 1 })])).toBe('99.9 %');
});

test('a day says what was found', () => {
  expect(dayText(NONE)).toBe('No data');
  expect(dayText(day())).toBe('All 48 checks passed');
  expect(dayText(day({ checks: 1 }))).toBe('The check passed');
  expect(dayText(day({ failed: 2, failed_seconds: 660 }))).toBe('2 of 48 checks failed, down for about 11 minutes');
  expect(dayText(day({ failed: 6, failed_seconds: 3 * 3600 }))).toMatch(/about 3 hours$/);
});
