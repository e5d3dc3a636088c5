/**
 * Sizes in CSS pixels, for code that cannot read the custom properties (antd's theme, charts). tokens.css contains
 * the same.
 */
export const scale = {
  space: { 1: 4, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24, 8: 32, 10: 40, 12: 48 },
  radius: { s: 6, m: 8, l: 12 },
  control: { s: 32, m: 36 },
  row: 48,
  font: {
    family:
      '"Geist Variable", "Geist Fallback", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    size: { xxs: 11, xs: 12, s: 13, m: 14, l: 16, xl: 20, xxl: 24 },
    weight: { regular: 400, medium: 500, strong: 600 },
  },
  /** Breakpoints of the specification (spec §9). */
  breakpoint: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 },
} as const;
