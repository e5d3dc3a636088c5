import fc from 'fast-check';
import {
  colorVariables,
  neutrals,
  paletteOf,
  parseColor,
  themeCss,
  type BrandColors,
  type Rgb,
  type Scheme,
} from '../colors.ts';
import { toHex, toOklch } from './color.ts';
import { contrast, readable } from './contrast.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const rgb = (text: string): Rgb => {
  const color = parseColor(text);
  if (!color) throw new Error(`${text} is not a colour`);
  return color;
};
const ratio = (one: string, other: string): number => contrast(rgb(one), rgb(other));

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const text = fc.oneof(
  { weight: 8, arbitrary: hex },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '#ff0',
      '#0f0',
      '#fff',
      '#000',
      '#777',
      'white',
      'rgb(118 118 118)',
      'hsl(60 100% 50%)',
      '#ffffff00',
    ),
  },
  { weight: 1, arbitrary: fc.string() },
);
const brands: fc.Arbitrary<BrandColors> = fc.record(
  {
    CSS_NAV_BG_COLOR: text,
    CSS_PRIMARY_TEXT_COLOR: text,
    CSS_BTN_BG_COLOR: text,
    CSS_BTN_TEXT_COLOR: text,
    CSS_LINK_COLOR: text,
    CSS_SMALL_LINK_COLOR: text,
  },
  { requiredKeys: [] },
);

/** Every unreadable pair, in words. */
function unreadable(colors: BrandColors, scheme: Scheme): string[] {
  const p = paletteOf(colors, scheme);
  const n = neutrals[scheme];
  const grounds = { page: n.page, surface: n.surface, sunken: n.sunken, raised: n.raised };
  const onGrounds = (name: string, color: string, min: number) =>
    Object.entries(grounds).map(([ground, value]): [string, number, number] => [
      `${name} on ${ground}`,
      ratio(color, value),
      min,
    ]);
  const pairs: [string, number, number][] = [
    ['header text', ratio(p.headerText, p.headerBg), 4.5],
    ['header text on hover', ratio(p.headerText, p.headerHover), 4.5],
    ['muted header text', ratio(p.headerMuted, p.headerBg), 4.5],
    ['muted header text on hover', ratio(p.headerMuted, p.headerHover), 4.5],
    ['focus in the header', ratio(p.headerFocus, p.headerBg), 3],
    ['button text', ratio(p.buttonText, p.buttonBg), 4.5],
    ['button text on hover', ratio(p.buttonText, p.buttonHover), 4.5],
    ['button text when pressed', ratio(p.buttonText, p.buttonActive), 4.5],
    ['text on accent', ratio(p.onAccent, p.accent), 4.5],
    ['text on tint', ratio(p.tintText, p.tint), 4.5],
    ['link on tint', ratio(p.link, p.tint), 4.5],
    ...onGrounds('link', p.link, 4.5),
    ...onGrounds('pointed link', p.linkHover, 4.5),
    ...onGrounds('small link', p.smallLink, 4.5),
    ...onGrounds('accent', p.accent, 3),
    ...onGrounds('edge of the button', p.buttonBorder, 3),
    ...onGrounds('focus', p.focus, 3),
  ];
  return pairs
    .filter(([, is, min]) => !(is >= min))
    .map(([name, is, min]) => `${scheme}: ${name} ${is.toFixed(2)} < ${min}`);
}

test('every text is readable on 10,000 random brands in both schemes', () => {
  fc.assert(
    fc.property(brands, (colors) => {
      expect(SCHEMES.flatMap((scheme) => unreadable(colors, scheme))).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
}, 120_000);

test('a readable pair stays as the partner set it', () => {
  const palette = paletteOf(
    {
      CSS_BTN_BG_COLOR: '#0B5FFF',
      CSS_BTN_TEXT_COLOR: '#fff',
      CSS_NAV_BG_COLOR: '#102a43',
      CSS_PRIMARY_TEXT_COLOR: '#f0f4f8',
    },
    'light',
  );
  expect(palette).toMatchObject({
    buttonBg: '#0b5fff',
    buttonText: '#ffffff',
    headerBg: '#102a43',
    headerText: '#f0f4f8',
  });
});

test('a corrected text of a button is clear, not just readable', () => {
  const { buttonBg, buttonText } = paletteOf({ CSS_BTN_BG_COLOR: '#ffff00', CSS_BTN_TEXT_COLOR: '#ffffff' }, 'light');
  expect(buttonBg).toBe('#ffff00');
  expect(ratio(buttonText, buttonBg)).toBeGreaterThanOrEqual(7);
});

test('a correction keeps the hue', () => {
  const corrected = readable(rgb('#ff0'), [rgb('#fff')]);
  expect(Math.abs(toOklch(corrected)[2] - toOklch(rgb('#ff0'))[2])).toBeLessThan(4);
  expect(contrast(corrected, rgb('#fff'))).toBeGreaterThanOrEqual(4.5);
});

test('a white header does not glare in the dark', () => {
  expect(paletteOf({ CSS_NAV_BG_COLOR: '#fff' }, 'dark').headerBg).toBe(neutrals.dark.surface);
  expect(paletteOf({ CSS_NAV_BG_COLOR: '#fff' }, 'light').headerBg).toBe('#ffffff');
});

test.each(SCHEMES)('the neutral colours read in %s', (scheme) => {
  const n = neutrals[scheme];
  const grounds = [n.page, n.surface, n.sunken, n.raised, n.hover];
  for (const ground of grounds) {
    for (const color of [n.text, n.textSoft, n.textMuted, n.success, n.warning, n.danger, n.info])
      expect(ratio(color, ground)).toBeGreaterThanOrEqual(4.5);
    for (const color of [n.lineStrong, n.successDot, n.warningDot, n.dangerDot, n.infoDot])
      expect(ratio(color, ground)).toBeGreaterThanOrEqual(3);
  }
  for (const tone of ['success', 'warning', 'danger', 'info'] as const) {
    for (const color of [n[tone], n.text, n.textSoft]) expect(ratio(color, n[`${tone}Bg`])).toBeGreaterThanOrEqual(4.5);
  }
  expect(ratio(n.onDangerFill, n.dangerFill)).toBeGreaterThanOrEqual(4.5);
  expect(ratio(n.onDangerFill, n.dangerFillHover)).toBeGreaterThanOrEqual(4.5);
  expect(ratio(n.onInverse, n.inverse)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['#FA0', '#ffaa00'],
  ['#ffaa00', '#ffaa00'],
  ['ffaa00', '#ffaa00'],
  [' rgb(255, 170, 0) ', '#ffaa00'],
  ['rgb(100% 0% 0%)', '#ff0000'],
  ['hsl(120, 100%, 50%)', '#00ff00'],
  ['hsl(-120 100% 50%)', '#0000ff'],
  ['rgba(0,0,0,.5)', '#808080'],
  ['#0008', '#777777'],
  ['Tomato', '#ff6347'],
])('%s is read as %s', (given, expected) => {
  expect(toHex(rgb(given))).toBe(expected);
});

test.each(['', undefined, '#12', '#ggg', 'constructor', 'url(x)', 'rgb(1,2)', 'rgb(a,b,c)', 'red;}body{display:none'])(
  '%s is not a colour',
  (given) => {
    expect(parseColor(given)).toBeNull();
  },
);

test('a partner cannot inject CSS', () => {
  fc.assert(
    fc.property(brands, (colors) => {
      for (const scheme of SCHEMES)
        for (const value of Object.values(colorVariables(colors, scheme))) expect(value).toMatch(/^#[\da-f]{6}$/);
    }),
  );
  expect(themeCss({ CSS_LINK_COLOR: 'red;}</style><script>' })).not.toContain('script');
});
