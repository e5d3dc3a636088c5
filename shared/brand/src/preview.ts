import type { BrandAttributes, BrandImage } from '@panel/contract';

/*
 * Preview of an unsaved brand: /admin/branding shows real pages of the panel in a frame and sends them the brand as
 * it is typed. Both sides are of the panel's own origin and verify that of the other.
 */

/**
 * `?preview=brand` shows the page as the visitor sees it, `?preview=login` as a signed-out visitor does, and
 * `?preview=customer` as a customer does, in the menus and pages that only customers have. Staff only.
 */
export const PREVIEW_QUERY = 'preview';
export const PREVIEWS = ['brand', 'login', 'customer'] as const;
export type Preview = (typeof PREVIEWS)[number];

/** The frame announces that it listens; its host sends the brand then and after each change. */
export const PREVIEW_READY = 'panel.preview.ready';
export const PREVIEW_BRAND = 'panel.preview.brand';

export type PreviewBrand = {
  type: typeof PREVIEW_BRAND;
  attributes: BrandAttributes;
  images: Record<BrandImage, string>;
  scheme: 'light' | 'dark';
};
