import { isSameShape } from './same-shape.ts';

const answer = { total: 3, next: null, rows: [{ id: 'a', task: { percent: 1 } }], none: [] };

test.each([
  ['the same', answer],
  ['other values', { ...answer, total: 0, next: 'b' }],
  ['no rows', { ...answer, rows: [] }],
  ['more rows, and a null where a value may be', { ...answer, rows: [...answer.rows, { id: 'b', task: null }] }],
  ['more fields', { ...answer, more: true, none: [1] }],
])('%s can take its place', (_name, data) => {
  expect(isSameShape(answer, data)).toBe(true);
});

test.each([
  ['text', 'garbage'],
  ['nothing', undefined],
  ['null', null],
  ['null for a list', { ...answer, rows: null }],
  ['an empty object', {}],
  ['a list', [answer]],
  ['a field of another type', { ...answer, total: '3' }],
  ['rows of another kind', { ...answer, rows: ['a'] }],
  ['rows without a field', { ...answer, rows: [{ id: 'a' }] }],
  ['an object for a list', { ...answer, rows: {} }],
])('%s cannot', (_name, data) => {
  expect(isSameShape(answer, data)).toBe(false);
});
