import { widthOf } from './plain-text.ts';
import { cell, columnsOf, table } from './table.ts';

test('columns are as wide as their widest cell, and give way to a narrow terminal', () => {
  const rows = [
    ['a-long-name.example.com', 'ready'],
    ['b', 'failed'],
  ];
  expect(table(['FQDN', 'STATUS'], rows).split('\n')[1]).toBe('a-long-name.example.com  ready');
  const narrow = table(['FQDN', 'STATUS'], rows, 20).split('\n');
  expect(narrow[1]).toBe('a-long-name…  ready');
  for (const line of narrow) expect(widthOf(line)).toBeLessThanOrEqual(20);
});

test('what a terminal would act on is no part of a cell', () => {
  expect(cell('\u001b[31mred\nnext\u202e')).toBe(' [31mred next ');
  expect(cell(null)).toBe('-');
  expect(cell(['a', 'b'])).toBe('a, b');
  expect(cell('2026-01-02T03:04:05.678Z')).toBe('2026-01-02 03:04 UTC');
  expect(widthOf('日本')).toBe(4);
});

test('a list without chosen columns shows what identifies its rows first', () => {
  const rows = [{ note: 'x', created_at: '2026', steps: [], status: 'ready', id: '1', empty: null }];
  expect(columnsOf(rows)).toEqual(['id', 'status', 'note', 'created_at']);
});
