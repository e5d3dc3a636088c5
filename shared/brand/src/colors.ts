/** Pure colour functions that make a partner's colours readable. */
export * from './colors/color.ts';
export * from './colors/contrast.ts';
export * from './colors/pairs.ts';
export * from './colors/palette.ts';
export * from './colors/theme-css.ts';
