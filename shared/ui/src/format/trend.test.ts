import { weekTrend, wholeDays } from './trend.ts';

const week = (value: number): number[] => Array.from({ length: 7 }, () => value);

test.each([
  [[...week(2), ...week(3)], 50],
  [[...week(100), ...week(4), ...week(1)], -75],
  [[...week(5), ...week(5)], 0],
  [[...week(0), ...week(5)], null],
  [week(5), null],
])('%j has a trend of %s percent', (values, percent) => expect(weekTrend(values)).toBe(percent));

test('a day that has not ended is left out', () => {
  const days = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => ({ at: Date.parse(day) }));
  expect(wholeDays(days, Date.parse('2026-03-03T00:00:00Z'))).toEqual(days.slice(0, 2));
  expect(wholeDays(days, Date.parse('2026-03-02T23:59:59Z'))).toEqual(days.slice(0, 1));
});
