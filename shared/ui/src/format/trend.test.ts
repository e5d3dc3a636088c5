import { weekTrend } from './trend.ts';

const week = (value: number): number[] => Array.from({ length: 7 }, () => value);

test.each([
  [[...week(2), ...week(3)], 50],
  [[...week(100), ...week(4), ...week(1)], -75],
  [[...week(5), ...week(5)], 0],
  [[...week(0), ...week(5)], null],
  [week(5), null],
])('%j has a trend of %s percent', (values, percent) => expect(weekTrend(values)).toBe(percent));
