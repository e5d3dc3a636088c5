import { gzipSync } from 'node:zlib';
import { Header, Pax, type ReadEntry } from 'tar';

export type TarEntry = {
  name: string;
  content?: string | Buffer;
  type?: ReadEntry['type'];
  linkpath?: string;
  /** Declared instead of the real size. */
  size?: number;
};

const BLOCK = 512;

function entryOf({ name, content = '', type = 'File', linkpath, size }: TarEntry): Buffer {
  const data = Buffer.from(content);
  const fields = {
    ...{ path: name, type, size: size ?? data.length, mode: 0o644, mtime: new Date('2026-01-02T03:04:06Z') },
    ...(linkpath !== undefined && { linkpath }),
  };
  const header = new Header(fields);
  const long = header.encode() ? [new Pax(fields).encode()] : [];
  return Buffer.concat([
    ...long,
    header.block ?? Buffer.alloc(0),
    data,
    Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK),
  ]);
}

/** A tar of these entries, as they are. */
export const tarOf = (entries: readonly TarEntry[]): Buffer =>
  Buffer.concat([...entries.map(entryOf), Buffer.alloc(2 * BLOCK)]);

/** The same, compressed. */
export const tarGzOf = (entries: readonly TarEntry[]): Buffer => gzipSync(tarOf(entries));
