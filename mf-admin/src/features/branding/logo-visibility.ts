import { useEffect, useState } from 'react';
import { contrast, parseColor } from '@panel/brand/colors';

/** Below this contrast a shape is hard to see (WCAG 1.4.11 asks for 3:1; logos are exempt, so only clear cases count). */
const FAINT = 1.6;
/** Share of a logo's visible pixels that may be faint, e.g. its white inside. */
const FAINT_SHARE = 0.3;
const SIZE = 96;

/** Whether much of an image (RGBA) cannot be told from its background. */
export function isHardToSee(pixels: ArrayLike<number>, ground: string): boolean {
  const behind = parseColor(ground);
  if (!behind) return false;
  let [seen, faint] = [0, 0];
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue;
    seen += 1;
    const color = [0, 1, 2].map((channel) => (pixels[at + channel] ?? 0) / 255) as [number, number, number];
    if (contrast(color, behind) < FAINT) faint += 1;
  }
  return seen > 0 && faint / seen > FAINT_SHARE;
}

/** The pixels of an image of the panel's own origin; null where they cannot be read. */
async function pixelsOf(address: string): Promise<ArrayLike<number> | null> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const image = new Image();
  image.src = address;
  await image.decode();
  const scale = SIZE / Math.max(image.naturalWidth, image.naturalHeight, 1);
  const [width, height] = [image.naturalWidth, image.naturalHeight].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const context = new OffscreenCanvas(width ?? 1, height ?? 1).getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, 0, width ?? 1, height ?? 1);
  return context?.getImageData(0, 0, width ?? 1, height ?? 1).data ?? null;
}

/** Whether the image at an address is hard to see on a colour. */
export function useHardToSee(address: string, ground: string | undefined): boolean {
  const [pixels, setPixels] = useState<{ address: string; data: ArrayLike<number> } | null>(null);
  useEffect(() => {
    let current = true;
    if (address)
      pixelsOf(address).then(
        (data) => current && data && setPixels({ address, data }),
        // An image that cannot be read is not judged.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [address]);
  return ground !== undefined && pixels?.address === address && isHardToSee(pixels.data, ground);
}
