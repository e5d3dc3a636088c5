import { BRAND_IMAGE_MAX_BYTES, type BrandImage } from '@panel/contract';
import { refuseSvg } from './svg-check.ts';

export type ImageKind = { ending: 'png' | 'svg' | 'ico' | 'webp'; type: string };
export type ImageCheck = { kind: ImageKind } | { refused: string };

const SIDE_MAX = 4096;
const KINDS = {
  png: { ending: 'png', type: 'image/png' },
  webp: { ending: 'webp', type: 'image/webp' },
  ico: { ending: 'ico', type: 'image/x-icon' },
  svg: { ending: 'svg', type: 'image/svg+xml' },
} as const satisfies Record<string, ImageKind>;

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

type Size = readonly [width: number, height: number];

/** Width and height of a PNG; null for anything else. */
export function pngSize(bytes: Buffer): Size | null {
  if (
    !bytes.subarray(0, 8).equals(PNG) ||
    bytes.length < 45 ||
    ascii(bytes, 12, 16) !== 'IHDR' ||
    !bytes.includes('IEND')
  )
    return null;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Width and height of a WebP; null for anything else. */
export function webpSize(bytes: Buffer): Size | null {
  if (
    bytes.length < 30 ||
    ascii(bytes, 0, 4) !== 'RIFF' ||
    ascii(bytes, 8, 12) !== 'WEBP' ||
    bytes.readUInt32LE(4) + 8 > bytes.length + 1
  )
    return null;
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case 'VP8L':
      return [(bytes.readUInt32LE(21) & 0x3fff) + 1, ((bytes.readUInt32LE(21) >> 14) & 0x3fff) + 1];
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return null;
  }
}

/** Header, then one entry of 16 bytes for each image, which must lie within the file. */
function isIco(bytes: Buffer): boolean {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x10000) return false;
  const count = bytes.readUInt16LE(4);
  if (count < 1 || count > 64 || bytes.length < 6 + count * 16) return false;
  return Array.from({ length: count }, (_, i) => 6 + i * 16).every(
    (at) => bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12) <= bytes.length,
  );
}

/** The text of a file that may be an SVG, or null. */
export function svgText(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('<svg') && !text.includes('\0') ? text : null;
  } catch {
    return null;
  }
}

/** The type of a file by its bytes alone; name and type from the client are claims. */
export function checkImage(bytes: Buffer, image: BrandImage): ImageCheck {
  if (bytes.length > BRAND_IMAGE_MAX_BYTES)
    return { refused: `The file is larger than ${BRAND_IMAGE_MAX_BYTES / 1024} KB. Make it smaller.` };
  const size = pngSize(bytes) ?? webpSize(bytes);
  if (size) {
    if (size.some((side) => side < 1 || side > SIDE_MAX))
      return { refused: `The image may be at most ${SIDE_MAX} pixels wide and high.` };
    return { kind: pngSize(bytes) ? KINDS.png : KINDS.webp };
  }
  if (isIco(bytes))
    return image === 'favicon'
      ? { kind: KINDS.ico }
      : { refused: 'An ICO file can only be the favicon. Choose a PNG, SVG or WebP file.' };
  const text = svgText(bytes);
  if (text === null) return { refused: `Choose a PNG, SVG${image === 'favicon' ? ', ICO' : ''} or WebP file.` };
  const refused = refuseSvg(text);
  return refused === null ? { kind: KINDS.svg } : { refused };
}
