import { axisTop } from './shape.ts';

test.each([
  [[], 2],
  [[0, 0], 2],
  [[1], 2],
  [[3], 4],
  [[0, 5], 6],
  [[10], 10],
  [[11], 20],
  [[45], 50],
  [[120], 200],
  [[4001], 5000],
])('%j is drawn below %d, which has a whole half', (values, top) => {
  expect(axisTop(values.map((value, at) => ({ at, value })))).toBe(top);
  expect(Number.isInteger(top / 2)).toBe(true);
});
