import { crc32 } from 'node:zlib';
import { OTHER_SIZE, refusedArchive, shown } from './refused-archive.ts';

/** What the list of an archive declares about a file; `size` in bytes, unpacked. */
export type Declared = { name: string; size: number; crc32: number };

/**
 * The same chunks; it fails at the first one beyond the declared size, and at the end for another size or checksum.
 * @throws PanelError ARCHIVE_REFUSED
 */
export async function* verified(
  chunks: AsyncIterable<Buffer>,
  { name, size, crc32: declared }: Declared,
): AsyncGenerator<Buffer> {
  let [read, sum] = [0, 0];
  for await (const bytes of chunks) {
    read += bytes.length;
    if (read > size) throw refusedArchive(OTHER_SIZE);
    sum = crc32(bytes, sum);
    yield bytes;
  }
  if (read !== size) throw refusedArchive(OTHER_SIZE);
  if (sum !== declared) throw refusedArchive(`The archive is damaged: ${shown(name)} cannot be unpacked.`);
}
