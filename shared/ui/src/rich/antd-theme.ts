import { theme, type ThemeConfig } from 'antd';
import { neutrals, paletteOf, type BrandColors, type Scheme } from '@panel/brand/colors';
import { scale } from '../tokens/scale.ts';

/** antd with the partner's colours and the panel's sizes. cssVar, not hashed: one copy on the page, small CSS. */
export function antdTheme(colors: BrandColors, scheme: Scheme): ThemeConfig {
  const [base, brand] = [neutrals[scheme], paletteOf(colors, scheme)];
  return {
    algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { prefix: 'p-ant', key: 'p-ant' },
    hashed: false,
    token: {
      colorPrimary: brand.accent,
      colorLink: brand.link,
      colorSuccess: base.successDot,
      colorWarning: base.warningDot,
      colorError: base.dangerDot,
      colorInfo: base.infoDot,
      colorText: base.text,
      colorTextSecondary: base.textSoft,
      colorTextTertiary: base.textMuted,
      colorTextPlaceholder: base.textMuted,
      colorBgBase: base.surface,
      colorBgContainer: base.surface,
      colorBgElevated: base.raised,
      colorBorder: base.lineStrong,
      colorBorderSecondary: base.line,
      controlOutline: brand.focus,
      controlHeight: scale.control.m,
      controlHeightSM: scale.control.s,
      borderRadius: scale.radius.m,
      fontFamily: scale.font.family,
      fontSize: scale.font.size.m,
      wireframe: false,
      motion: false,
    },
    components: {
      // A file name is text.
      Upload: { colorError: base.danger },
      Select: { optionSelectedBg: brand.tint, optionSelectedColor: brand.tintText, optionActiveBg: base.hover },
    },
  };
}
