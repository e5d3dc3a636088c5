import type { PartnerAttributes } from '@panel/contract';
import { mix, painted, parseColor, shade, toHex, toOklch, type Rgb } from './color.ts';
import { clear, contrast, contrastAgainst, readable, SHAPE_CONTRAST, TEXT_CONTRAST } from './contrast.ts';
import { neutrals, type Scheme } from './neutrals.ts';

export type BrandColors = Pick<
  PartnerAttributes,
  | 'CSS_NAV_BG_COLOR'
  | 'CSS_PRIMARY_TEXT_COLOR'
  | 'CSS_BTN_BG_COLOR'
  | 'CSS_BTN_TEXT_COLOR'
  | 'CSS_LINK_COLOR'
  | 'CSS_SMALL_LINK_COLOR'
>;

/** Defaults for a partner without colours. */
export const DEFAULT_BRAND = {
  CSS_NAV_BG_COLOR: '#ffffff',
  CSS_PRIMARY_TEXT_COLOR: '#1b2430',
  CSS_BTN_BG_COLOR: '#2f5fd0',
  CSS_BTN_TEXT_COLOR: '#ffffff',
  CSS_LINK_COLOR: '#2f5fd0',
  CSS_SMALL_LINK_COLOR: '#2f5fd0',
} as const satisfies Required<BrandColors>;

/** A partner's colours as painted in one scheme, `#rrggbb`; every text is readable on its background (≥ 4.5:1). */
export type Palette = {
  headerBg: string;
  headerText: string;
  headerMuted: string;
  headerHover: string;
  headerBorder: string;
  headerFocus: string;
  buttonBg: string;
  buttonHover: string;
  buttonActive: string;
  buttonText: string;
  buttonBorder: string;
  link: string;
  linkHover: string;
  smallLink: string;
  /** For shapes: checked boxes, charts, the mark of the current entry; ≥ 3:1 on every background. */
  accent: string;
  onAccent: string;
  /** A muted background for selected items, and its text. */
  tint: string;
  tintText: string;
  focus: string;
};

/** A colour of the brand, or the panel's default. */
export const brandColor = (colors: BrandColors, name: keyof typeof DEFAULT_BRAND): Rgb =>
  parseColor(colors[name]) ?? parseColor(DEFAULT_BRAND[name]) ?? [0, 0, 0];

const rgb = (hex: string): Rgb => parseColor(hex) ?? [0, 0, 0];

/** Backgrounds of text in one scheme. */
export function groundsOf(scheme: Scheme): Rgb[] {
  const { page, surface, sunken, raised } = neutrals[scheme];
  return [page, surface, sunken, raised].map(rgb);
}

/** A white header would glare above a dark page, so without a hue it becomes a surface there. */
const isPale = (color: Rgb): boolean => {
  const [lightness, chroma] = toOklch(color);
  return lightness > 0.9 && chroma < 0.03;
};

const POLES: readonly Rgb[] = [
  [0, 0, 0],
  [1, 1, 1],
];

/** Two visibly different steps with at least 4.5:1: away from the text, or towards it where there is no room. */
function pointedStates(ground: Rgb, text: Rgb): [hover: Rgb, active: Rgb] {
  const away = [...POLES].sort((a, b) => contrast(b, text) - contrast(a, text));
  const steps = away.map((pole): [Rgb, Rgb] => [painted(mix(pole, ground, 0.1)), painted(mix(pole, ground, 0.18))]);
  const fitting = steps.find(
    ([hover, active]) => contrast(hover, ground) > 1.04 && contrastAgainst(text, [hover, active]) >= TEXT_CONTRAST,
  );
  return fitting ?? [ground, ground];
}

/** A partner's colours for one scheme. Keeps the hue; adjusts lightness where a pair is unreadable. */
export function paletteOf(colors: BrandColors, scheme: Scheme): Palette {
  const base = neutrals[scheme];
  const surface = rgb(base.surface);
  const grounds = groundsOf(scheme);

  const givenBg = painted(brandColor(colors, 'CSS_NAV_BG_COLOR'));
  const headerBg = scheme === 'dark' && isPale(givenBg) ? surface : givenBg;
  const headerText =
    headerBg === givenBg ? clear(brandColor(colors, 'CSS_PRIMARY_TEXT_COLOR'), headerBg) : rgb(base.text);
  const [headerHover] = pointedStates(headerBg, headerText);

  const buttonBg = painted(brandColor(colors, 'CSS_BTN_BG_COLOR'));
  const buttonText = clear(brandColor(colors, 'CSS_BTN_TEXT_COLOR'), buttonBg);
  const [buttonHover, buttonActive] = pointedStates(buttonBg, buttonText);

  const accent = readable(buttonBg, grounds, SHAPE_CONTRAST);
  const tint = painted(mix(accent, surface, scheme === 'light' ? 0.08 : 0.16));
  const linkGrounds = [...grounds, tint];
  const link = readable(brandColor(colors, 'CSS_LINK_COLOR'), linkGrounds);

  return Object.fromEntries(
    Object.entries({
      headerBg,
      headerText,
      headerMuted: readable(mix(headerText, headerBg, 0.72), [headerBg, headerHover]),
      headerHover,
      headerBorder: mix(headerText, headerBg, 0.16),
      headerFocus: readable(accent, [headerBg], SHAPE_CONTRAST),
      buttonBg,
      buttonHover,
      buttonActive,
      buttonText,
      buttonBorder: readable(buttonBg, grounds, SHAPE_CONTRAST),
      link,
      linkHover: readable(shade(link, scheme === 'light' ? -0.08 : 0.08), linkGrounds),
      smallLink: readable(brandColor(colors, 'CSS_SMALL_LINK_COLOR'), linkGrounds),
      accent,
      onAccent: readable([1, 1, 1], [accent]),
      tint,
      tintText: readable(mix(accent, rgb(base.text), 0.6), [tint, ...grounds]),
      focus: readable(accent, [...grounds, tint], SHAPE_CONTRAST),
    }).map(([name, color]) => [name, toHex(color)]),
  ) as Palette;
}
