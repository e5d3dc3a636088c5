import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const CHUNK_BYTES = 12;
/** More than rows that do not compress take: what follows the rows is not looked at. */
const REST_BYTES = 4096;
const RGB = 2;
/** Browsers write a chunk for each 8 KB. */
const MAX_CHUNKS = 1000;

type Size = { width: number; height: number };

/** The chunks of a PNG, each whole and with its checksum; null for anything else. */
function chunksOf(bytes: Buffer): { type: string; data: Buffer }[] | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < bytes.length;) {
    if (at + CHUNK_BYTES > bytes.length || chunks.length === MAX_CHUNKS) return null;
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(CHUNK_BYTES + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Whether the compressed rows are exactly those of the picture: a filter byte and three bytes per pixel each. */
function hasRows(compressed: Buffer, { width, height }: Size): boolean {
  const size = (width * 3 + 1) * height;
  if (compressed.length > size + REST_BYTES) return false;
  try {
    const rows = inflateSync(compressed, { maxOutputLength: size });
    return (
      rows.length === size &&
      Array.from({ length: height }, (_, y) => rows[y * (width * 3 + 1)] ?? 5).every((filter) => filter <= 4)
    );
  } catch {
    return false;
  }
}

/**
 * What a browser that ran hostile code calls a picture, written anew: a PNG of exactly this size with 8-bit colours and
 * nothing but its pixels. Null for anything else.
 */
export function checkedPicture(bytes: Buffer, size: Size): Buffer | null {
  const chunks = chunksOf(bytes);
  const [header] = chunks ?? [];
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13) return null;
  const expected = Buffer.alloc(13);
  expected.writeUInt32BE(size.width, 0);
  expected.writeUInt32BE(size.height, 4);
  expected.set([8, RGB, 0, 0, 0], 8);
  if (!header.data.equals(expected)) return null;
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  if (!hasRows(pixels, size)) return null;
  return Buffer.concat([SIGNATURE, chunk('IHDR', expected), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
