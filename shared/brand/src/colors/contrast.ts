import { fromOklch, parseColor, toHex, toLinear, toOklch, type Rgb } from './color.ts';

/** WCAG 2: what text needs, and what the outline of a control needs. */
export const TEXT_CONTRAST = 4.5;
export const SHAPE_CONTRAST = 3;
/** What a repaired text of a control is brought to: just readable on a loud ground looks switched off. */
const CLEAR_CONTRAST = 7;

const luminance = (color: Rgb): number =>
  0.2126 * toLinear(color[0]) + 0.7152 * toLinear(color[1]) + 0.0722 * toLinear(color[2]);

/** As it will be painted: eight bits a channel. */
export const painted = (color: Rgb): Rgb => parseColor(toHex(color)) ?? color;

/** WCAG contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The lowest contrast of a colour against several grounds. */
export const contrastAgainst = (color: Rgb, grounds: readonly Rgb[]): number =>
  Math.min(...grounds.map((ground) => contrast(painted(color), painted(ground))));

/** The lightness nearest to `from` on the way to `to` at which the colour is readable, or null. */
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
 * The colour itself when it can be read on all grounds, else the nearest lightness of the same hue that can. Where no
 * lightness reaches `minimum` on every ground at once, black or white, whichever is nearer to it.
 */
export function readable(color: Rgb, grounds: readonly Rgb[], minimum = TEXT_CONTRAST): Rgb {
  const enough = (candidate: Rgb): boolean => contrastAgainst(candidate, grounds) >= minimum;
  const given = painted(color);
  if (enough(given)) return given;
  const from = toOklch(given)[0];
  const found = ([0, 1] as const)
    .map((to) => nearest(given, to, enough))
    .filter((candidate) => candidate !== null)
    .sort((a, b) => Math.abs(toOklch(a)[0] - from) - Math.abs(toOklch(b)[0] - from));
  const [black, white]: [Rgb, Rgb] = [
    [0, 0, 0],
    [1, 1, 1],
  ];
  return found[0] ?? (contrastAgainst(black, grounds) >= contrastAgainst(white, grounds) ? black : white);
}

/** The text of a control: the partner's own where it can be read, else one that is clear, as far as its ground allows. */
export const clear = (color: Rgb, ground: Rgb): Rgb =>
  readable(color, [ground], contrast(painted(color), ground) < TEXT_CONTRAST ? CLEAR_CONTRAST : TEXT_CONTRAST);
