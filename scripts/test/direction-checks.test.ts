import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDirections } from '../lib/direction-checks.ts';

const linesOf = (text: string, file = 'shared/ui/src/css/a.css') =>
  checkDirections({ file, text }).map(({ line }) => line);

for (const line of [
  'margin-left: 4px;',
  'border-right-color: red;',
  'left: 0;',
  'text-align: right;',
  'float: left;',
  'padding: 1px 2px 3px 4px;',
  'inset: 0 auto auto 0;',
  'padding: 0 calc(2px + 1px) 0 0;',
])
  test(`refused: ${line}`, () => assert.deepEqual(linesOf(`.a {\n  ${line}\n}`), [2]));

for (const line of [
  'margin-inline-start: 4px;',
  'text-align: start;',
  'padding: 1px 2px 3px 2px;',
  'inset: 0 4px;',
  'transform-origin: top left;',
  '/* physical: scaled from this corner */\n  left: 0;',
])
  test(`accepted: ${line}`, () => assert.deepEqual(linesOf(`.a {\n  ${line}\n}`), []));

test('only styles of the browser are looked at', () => {
  assert.deepEqual(linesOf('left: 0;', 'server/templates/a.css'), []);
});
