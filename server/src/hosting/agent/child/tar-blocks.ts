import { Header, Pax } from 'tar';

const BLOCK = 512;

const MODES = { File: 0o644, Directory: 0o755, SymbolicLink: 0o777 } as const;
type About = { isProgram?: boolean; linkpath?: string };

/** What comes before the content of an entry in a tar archive. */
export function tarHeader(
  path: string,
  type: keyof typeof MODES,
  size: number,
  mtime: Date,
  { isProgram = false, linkpath }: About = {},
): Buffer {
  const mode = isProgram ? 0o755 : MODES[type];
  const fields = { path, type, size, mtime, mode, ...(linkpath !== undefined && { linkpath }) };
  const block = new Header(fields);
  const long = block.encode() ? [new Pax(fields).encode()] : [];
  return Buffer.concat([...long, Buffer.from(block.block ?? Buffer.alloc(BLOCK))]);
}

/** What comes after the content of an entry. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);
