import { PREVIEW_BRAND, PREVIEW_READY, type PreviewBrand } from '@panel/brand/preview';
import { panelStore, partnerAtom, type Partner } from '@panel/core';

const isBrand = (data: unknown): data is PreviewBrand =>
  typeof data === 'object' && data !== null && (data as { type?: unknown }).type === PREVIEW_BRAND;

/** The partner with an unsaved brand; everything else stays, above all the section switches. */
export function inBrand(partner: Partner, { attributes, images }: PreviewBrand): Partner {
  const switches = Object.fromEntries(
    Object.entries(partner.attributes).filter(([name]) => name.startsWith('SECTION_')),
  );
  return { ...partner, ...images, attributes: { ...switches, ...attributes } };
}

/**
 * Turns this page into a static preview of the brand that its host page sends: it is inert, and accepts messages only
 * from the panel's own origin.
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
