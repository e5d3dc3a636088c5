import { fromOklch, painted, toLinear, toOklch, type Rgb } from './color.ts';

const { abs, max, min } = Math;

/** WCAG 2 minimum for text, and for the outline of a control. */
export const TEXT_CONTRAST = 4.5;
export const SHAPE_CONTRAST = 3;
/** Target of a corrected control text: barely readable text on a loud background looks disabled. */
const CLEAR_CONTRAST = 7;

const luminance = (color: Rgb): number =>
  0.2126 * toLinear(color[0]) + 0.7152 * toLinear(color[1]) + 0.0722 * toLinear(color[2]);

const ratioOf = (a: number, b: number): number => (max(a, b) + 0.05) / (min(a, b) + 0.05);

/** WCAG contrast ratio, 1 to 21. */
export const contrast = (one: Rgb, other: Rgb): number => ratioOf(luminance(one), luminance(other));

/** Measures backgrounds once. The result returns a colour's lowest contrast against them. */
function against(grounds: readonly Rgb[]): (color: Rgb) => number {
  const luminances = grounds.map((ground) => luminance(painted(ground)));
  return (color) => {
    const own = luminance(painted(color));
    return min(...luminances.map((one) => ratioOf(own, one)));
  };
}

/** The lowest contrast of a colour against several backgrounds. */
export const contrastAgainst = (color: Rgb, grounds: readonly Rgb[]): number => against(grounds)(color);

/** The lightness nearest to `from`, towards `to`, at which the colour is readable, or null. */
function nearest(color: Rgb, to: 0 | 1, enough: (candidate: Rgb) => boolean): Rgb | null {
  const [from, chroma, hue] = toOklch(color);
  const at = (share: number): Rgb => painted(fromOklch([from + (to - from) * share, chroma, hue]));
  if (!enough(at(1))) return null;
  let [low, high] = [0, 1];
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    if (enough(at(middle))) high = middle;
    else low = middle;
  }
  return at(high);
}

/**
 * The colour itself if it is readable on all backgrounds, otherwise the nearest readable lightness of the same hue.
 * If no lightness reaches `minimum` on every background, black or white, whichever is nearer.
 */
export function readable(color: Rgb, grounds: readonly Rgb[], minimum = TEXT_CONTRAST): Rgb {
  const contrastOf = against(grounds);
  const enough = (candidate: Rgb): boolean => contrastOf(candidate) >= minimum;
  const given = painted(color);
  if (enough(given)) return given;
  const from = toOklch(given)[0];
  const found = ([0, 1] as const)
    .map((to) => nearest(given, to, enough))
    .filter((candidate) => candidate !== null)
    .sort((a, b) => abs(toOklch(a)[0] - from) - abs(toOklch(b)[0] - from));
  const [black, white]: [Rgb, Rgb] = [
    [0, 0, 0],
    [1, 1, 1],
  ];
  return found[0] ?? (contrastOf(black) >= contrastOf(white) ? black : white);
}

/**
 * The text of a control: the partner's own if it is readable, otherwise one with clear contrast, as far as its
 * background allows.
 */
export const clear = (color: Rgb, ground: Rgb): Rgb =>
  readable(color, [ground], contrast(painted(color), ground) < TEXT_CONTRAST ? CLEAR_CONTRAST : TEXT_CONTRAST);
