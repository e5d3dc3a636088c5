import { PREVIEW_BRAND, PREVIEW_READY, type PreviewBrand } from '@panel/brand/preview';
import { panelStore, partnerAtom, type Partner } from '@panel/core';

const isBrand = (data: unknown): data is PreviewBrand =>
  typeof data === 'object' && data !== null && (data as { type?: unknown }).type === PREVIEW_BRAND;

/** The partner in a brand that is not saved; what is no branding, the section switches above all, stays. */
export function inBrand(partner: Partner, { attributes, images }: PreviewBrand): Partner {
  const switches = Object.fromEntries(
    Object.entries(partner.attributes).filter(([name]) => name.startsWith('SECTION_')),
  );
  return { ...partner, ...images, attributes: { ...switches, ...attributes } };
}

/**
 * Turns this page into a picture of itself in the brand that the page around it tells: nothing in it can be used, and
 * nobody but the panel's own page can tell it anything.
 */
export function followBrand(within: Window = window.parent): void {
  document.body.inert = true;
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== window.location.origin || source !== within || !isBrand(data)) return;
    document.documentElement.style.colorScheme = data.scheme;
    panelStore.set(partnerAtom, (partner) => partner && inBrand(partner, data));
  });
  within.postMessage({ type: PREVIEW_READY }, window.location.origin);
}
