export type Scheme = 'light' | 'dark';

/** Cool greys and the four tones of each scheme. Text reads ≥ 4.5:1 on every ground; `line-strong` ≥ 3:1. */
export const neutrals = {
  light: {
    page: '#f6f7f9', surface: '#ffffff', raised: '#ffffff', sunken: '#eff1f4', hover: '#f3f5f8',
    line: '#e3e6eb', lineStrong: '#7f8795',
    text: '#151a22', textSoft: '#465060', textMuted: '#5f6979',
    inverse: '#1b2029', onInverse: '#f4f6f9',
    success: '#12693a', successBg: '#e9f6ee', successLine: '#bfe3cd', successDot: '#1c9a55',
    warning: '#854d05', warningBg: '#fdf4e3', warningLine: '#f0d8a8', warningDot: '#b87503',
    danger: '#b3221f', dangerBg: '#fdeeed', dangerLine: '#f4c9c6', dangerDot: '#d63a34',
    info: '#1d56a8', infoBg: '#ebf2fc', infoLine: '#c4d9f5', infoDot: '#2f74d0',
    dangerFill: '#c22a26', dangerFillHover: '#a8211e', onDangerFill: '#ffffff',
  },
  dark: {
    page: '#0e1116', surface: '#14181f', raised: '#1a1f27', sunken: '#0b0e12', hover: '#1b212a',
    line: '#272d37', lineStrong: '#6d7686',
    text: '#e9ecf1', textSoft: '#b4bcc8', textMuted: '#929bab',
    inverse: '#e9ecf1', onInverse: '#151a22',
    success: '#6fd39b', successBg: '#10261a', successLine: '#1f4831', successDot: '#3fbf78',
    warning: '#ecb95d', warningBg: '#2a2010', warningLine: '#4f3c18', warningDot: '#dd9a2b',
    danger: '#f59a94', dangerBg: '#301716', dangerLine: '#5a2a28', dangerDot: '#ee6a62',
    info: '#8db8f5', infoBg: '#132136', infoLine: '#243f66', infoDot: '#5b96ec',
    dangerFill: '#c93631', dangerFillHover: '#b62f2a', onDangerFill: '#ffffff',
  },
} as const;

export type Neutrals = Record<keyof (typeof neutrals)['light'], string>;
