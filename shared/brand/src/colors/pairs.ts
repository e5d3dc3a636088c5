import { parseColor, toHex, type Rgb } from './color.ts';
import { contrastAgainst, TEXT_CONTRAST } from './contrast.ts';
import type { Scheme } from './neutrals.ts';
import { brandColor, groundsOf, paletteOf, type BrandColors, type Palette } from './palette.ts';

/** A brand's text colour on its background, as given and as rendered. */
export type BrandPair = {
  name: (typeof PAIRS)[number]['name'];
  /** `#rrggbb`. */
  given: string;
  /**
   * The lowest WCAG ratio of the given colour against its backgrounds, 1 to 21, and whether it is readable (≥ 4.5:1).
   */
  ratio: number;
  passes: boolean;
  /** The corrected colour with its ratio; the given colour if it is readable. */
  painted: string;
  paintedRatio: number;
  /** The first of its backgrounds, for display. */
  ground: string;
};

const PAIRS = [
  { name: 'CSS_PRIMARY_TEXT_COLOR', painted: 'headerText', ground: 'headerBg' },
  { name: 'CSS_BTN_TEXT_COLOR', painted: 'buttonText', ground: 'buttonBg' },
  { name: 'CSS_LINK_COLOR', painted: 'link', ground: null },
  { name: 'CSS_SMALL_LINK_COLOR', painted: 'smallLink', ground: null },
] as const satisfies readonly { name: keyof BrandColors; painted: keyof Palette; ground: keyof Palette | null }[];

const known = (hex: string): Rgb => parseColor(hex) ?? [0, 0, 0];

/** Every pair of colours that a partner chooses, measured in one scheme; `paletteOf` determines what is painted. */
export function brandPairs(colors: BrandColors, scheme: Scheme): BrandPair[] {
  const palette = paletteOf(colors, scheme);
  return PAIRS.map(({ name, painted, ground }) => {
    const grounds = ground ? [known(palette[ground])] : [...groundsOf(scheme), known(palette.tint)];
    const given = brandColor(colors, name);
    const ratio = contrastAgainst(given, grounds);
    return {
      name,
      ratio,
      passes: ratio >= TEXT_CONTRAST,
      given: toHex(given),
      painted: palette[painted],
      paintedRatio: contrastAgainst(known(palette[painted]), grounds),
      ground: toHex(grounds[0] ?? [1, 1, 1]),
    };
  });
}
