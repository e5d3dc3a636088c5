import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themeCss } from '@panel/brand/colors';
import { themeOf } from '../../src/platform/web/theme.ts';

const brand = (number: number) => ({
  CSS_LINK_COLOR: `#${number.toString(16).padStart(6, '0')}`,
  CSS_BTN_BG_COLOR: '#123456',
});

test('each brand has its own colours, also when they change, and beyond the size of the cache', () => {
  const first = brand(0x3366ff);
  assert.equal(themeOf(first), themeCss(first));
  const changed = { ...first, CSS_BTN_BG_COLOR: '#654321' };
  assert.equal(themeOf(changed), themeCss(changed));
  assert.notEqual(themeOf(changed), themeOf(first));
  for (let number = 0; number < 600; number += 1) themeOf(brand(number));
  for (const each of [first, changed, brand(1), brand(599)]) assert.equal(themeOf(each), themeCss(each));
});
