import { brandPairs, contrast, paletteOf, parseColor, type Rgb } from '../colors.ts';

const rgb = (text: string): Rgb => parseColor(text) ?? [0, 0, 0];
const pairOf = (colors: Parameters<typeof brandPairs>[0], scheme: 'light' | 'dark', name: string) => {
  const found = brandPairs(colors, scheme).find((pair) => pair.name === name);
  if (!found) throw new Error(`There is no pair ${name}.`);
  return found;
};

test('a readable pair is painted unchanged, with its ratio', () => {
  const pair = pairOf(
    { CSS_NAV_BG_COLOR: '#1e1b4b', CSS_PRIMARY_TEXT_COLOR: '#ffffff' },
    'light',
    'CSS_PRIMARY_TEXT_COLOR',
  );
  expect(pair).toMatchObject({ given: '#ffffff', painted: '#ffffff', passes: true, ground: '#1e1b4b' });
  expect(pair.ratio).toBeCloseTo(contrast(rgb('#ffffff'), rgb('#1e1b4b')), 5);
});

test('an unreadable pair shows its correction, which is readable in its scheme', () => {
  const harsh = { CSS_BTN_BG_COLOR: '#ffff00', CSS_BTN_TEXT_COLOR: '#ffffff', CSS_LINK_COLOR: '#ffff66' };
  for (const scheme of ['light', 'dark'] as const) {
    const button = pairOf(harsh, scheme, 'CSS_BTN_TEXT_COLOR');
    expect(button.passes).toBe(false);
    expect(button.painted).toBe(paletteOf(harsh, scheme).buttonText);
    expect(button.paintedRatio).toBeGreaterThanOrEqual(4.5);
  }
  expect(pairOf(harsh, 'light', 'CSS_LINK_COLOR').passes).toBe(false);
  expect(pairOf(harsh, 'dark', 'CSS_LINK_COLOR')).toMatchObject({ passes: true, painted: '#ffff66' });
});

test('an applied correction needs no further correction', () => {
  const colors = {
    CSS_LINK_COLOR: '#66ffff',
    CSS_SMALL_LINK_COLOR: '#ffcccc',
    CSS_BTN_TEXT_COLOR: '#eeeeee',
    CSS_BTN_BG_COLOR: '#ffee00',
  };
  const taken = Object.fromEntries(brandPairs(colors, 'light').map(({ name, painted }) => [name, painted]));
  expect(
    brandPairs({ ...colors, ...taken }, 'light').every(({ passes, given, painted }) => passes && given === painted),
  ).toBe(true);
});
