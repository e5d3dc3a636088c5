/** Pure colour functions: what a partner's colours become so that every text on them can be read. */
export * from './colors/color.ts';
export * from './colors/contrast.ts';
export * from './colors/pairs.ts';
export * from './colors/palette.ts';
export * from './colors/theme-css.ts';
