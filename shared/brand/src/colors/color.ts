// A test computes 20,000 palettes, and looking up a global is slow in Jest's sandbox.
const { atan2, cbrt, cos, hypot, max, min, PI, round, sin } = Math;

/** sRGB, each channel 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** OKLCH: lightness 0 to 1, chroma from 0, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

const clamp = (value: number): number => min(1, max(0, value));

const NAMED: Readonly<Record<string, string>> = {
  black: '000',
  white: 'fff',
  red: 'f00',
  lime: '0f0',
  blue: '00f',
  yellow: 'ff0',
  cyan: '0ff',
  aqua: '0ff',
  magenta: 'f0f',
  fuchsia: 'f0f',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  maroon: '800000',
  olive: '808000',
  green: '008000',
  purple: '800080',
  teal: '008080',
  navy: '000080',
  orange: 'ffa500',
  pink: 'ffc0cb',
  gold: 'ffd700',
  indigo: '4b0082',
  crimson: 'dc143c',
  tomato: 'ff6347',
  rebeccapurple: '663399',
};

/** Alpha is blended with white: a brand colour is shown without its background. */
const overWhite = (channels: readonly number[], alpha: number): Rgb => {
  const [r = 0, g = 0, b = 0] = channels.map((channel) => clamp(channel) * clamp(alpha) + (1 - clamp(alpha)));
  return [r, g, b];
};

function parseHex(digits: string): Rgb | null {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return null;
  const wide = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [r, g, b, a] = (wide.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);
  return overWhite([r ?? 0, g ?? 0, b ?? 0], a ?? 1);
}

function hslChannels(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return lightness - reach * max(-1, min(k - 3, 9 - k, 1));
  });
}

const share = (text: string, of: number): number =>
  text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text) / of;

function parseFunction(name: string, inside: string): Rgb | null {
  const parts = inside.split(/[\s,/]+/).filter(Boolean);
  const [first, second, third, alpha] = parts;
  if (!first || !second || !third || parts.length > 4) return null;
  const opacity = alpha === undefined ? 1 : share(alpha, 1);
  const channels = name.startsWith('rgb')
    ? [first, second, third].map((part) => share(part, 255))
    : hslChannels(Number.parseFloat(first), clamp(share(second, 100)), clamp(share(third, 100)));
  return [...channels, opacity].every(Number.isFinite) ? overWhite(channels, opacity) : null;
}

/** Reads hex, rgb(), hsl() and the common names; null when it is none of them. */
export function parseColor(text: string | undefined): Rgb | null {
  const given = text?.trim().toLowerCase() ?? '';
  if (given.startsWith('#')) return parseHex(given.slice(1));
  const call = /^(rgba?|hsla?)\(([^()]*)\)$/.exec(given);
  if (call) return parseFunction(call[1] ?? '', call[2] ?? '');
  const named = Object.hasOwn(NAMED, given) ? NAMED[given] : undefined;
  return named ? parseHex(named) : parseHex(given);
}

const toByte = (channel: number): number => round(clamp(channel) * 255);

/** `#rrggbb`. */
export const toHex = (color: Rgb): string =>
  `#${color.map((channel) => toByte(channel).toString(16).padStart(2, '0')).join('')}`;

/** The painted colour: eight bits per channel. */
export const painted = ([r, g, b]: Rgb): Rgb => [toByte(r) / 255, toByte(g) / 255, toByte(b) / 255];

export const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Björn Ottosson's OKLab, in polar form. */
export function toOklch(color: Rgb): Oklch {
  const [r, g, b] = [toLinear(color[0]), toLinear(color[1]), toLinear(color[2])];
  const l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, hypot(a, bb), ((atan2(bb, a) * 180) / PI + 360) % 360];
}

function oklabChannels(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const fits = (color: Rgb): boolean => color.every((channel) => channel >= -0.0001 && channel <= 1.0001);

/** Converts to sRGB: keeps lightness and hue, and reduces chroma until the colour is displayable. */
export function fromOklch([lightness, chroma, hue]: Oklch): Rgb {
  const light = clamp(lightness);
  const [x, y] = [cos((hue * PI) / 180), sin((hue * PI) / 180)];
  const at = (share: number): Rgb => oklabChannels(light, share * x, share * y);
  let [low, high] = [0, chroma];
  if (!fits(at(chroma))) {
    for (let step = 0; step < 16; step += 1) {
      const middle = (low + high) / 2;
      if (fits(at(middle))) low = middle;
      else high = middle;
    }
  } else low = chroma;
  const [r, g, b] = at(low);
  return [clamp(fromLinear(r)), clamp(fromLinear(g)), clamp(fromLinear(b))];
}

/** Blends `amount` of `over` (0 to 1) with `under`. */
export const mix = (over: Rgb, under: Rgb, amount: number): Rgb => [
  over[0] * amount + under[0] * (1 - amount),
  over[1] * amount + under[1] * (1 - amount),
  over[2] * amount + under[2] * (1 - amount),
];

/** The same colour, lighter (or darker, if negative) by `by` of OKLCH lightness. */
export function shade(color: Rgb, by: number): Rgb {
  const [l, c, h] = toOklch(color);
  return fromOklch([l + by, c, h]);
}
