import { pngSize, svgText, webpSize } from './image-check.ts';
import { refuseSvg } from './svg-check.ts';

export type PictureKind = { ending: 'png' | 'jpg' | 'gif' | 'webp' | 'svg'; type: string };

/** No file that is shorter shows anything. */
const LEAST_BYTES = 26;

/** The type of a picture by its bytes alone; name and type from the client are claims. */
export function checkPicture(bytes: Buffer): PictureKind | { refused: string } {
  if (pngSize(bytes)) return { ending: 'png', type: 'image/png' };
  if (webpSize(bytes)) return { ending: 'webp', type: 'image/webp' };
  const start = bytes.length < LEAST_BYTES ? '' : bytes.toString('latin1', 0, 6);
  if (start.startsWith('\xff\xd8\xff')) return { ending: 'jpg', type: 'image/jpeg' };
  if (start === 'GIF87a' || start === 'GIF89a') return { ending: 'gif', type: 'image/gif' };
  const text = svgText(bytes);
  if (text === null) return { refused: 'Choose a PNG, JPEG, GIF, WebP or SVG file.' };
  const refused = refuseSvg(text);
  return refused === null ? { ending: 'svg', type: 'image/svg+xml' } : { refused };
}
