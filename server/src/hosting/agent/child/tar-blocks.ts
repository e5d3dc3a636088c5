import { Header, Pax } from 'tar';

const BLOCK = 512;

/** What comes before the content of an entry in a tar archive. */
export function tarHeader(path: string, type: 'File' | 'Directory', size: number, mtime: Date): Buffer {
  const fields = { path, type, size, mtime, mode: type === 'File' ? 0o644 : 0o755 };
  const block = new Header(fields);
  const long = block.encode() ? [new Pax(fields).encode()] : [];
  return Buffer.concat([...long, Buffer.from(block.block ?? Buffer.alloc(BLOCK))]);
}

/** What comes after the content of an entry. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);
