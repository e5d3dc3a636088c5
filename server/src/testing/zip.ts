import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  /** Bytes are written as they are. */
  name: string | Buffer;
  content?: string | Buffer;
  /** Unix mode with its type, e.g. 0o120777 for a link. */
  mode?: number;
  /** Bit 0 marks an encrypted entry. */
  flags?: number;
  /** Declared instead of the real size. */
  size?: number;
  /** Without the mark of UTF-8. */
  unmarked?: boolean;
  /** Extra fields of the list of contents. */
  extra?: Buffer;
};

const UTF8 = 0x0800;

/** Writes a zip as a packer would, or one that declares something else than it contains. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, flags = 0, size, unmarked, extra } of entries) {
    const path = typeof name === 'string' ? Buffer.from(name) : name;
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags | (unmarked ? 0 : UTF8), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, path, packed]);
    const listed = Buffer.from(common);
    listed.writeUInt16LE(extra?.length ?? 0, 24);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(0x031e);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\u0001\u0002', 'latin1'), made, listed, rest, path, extra ?? Buffer.alloc(0));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A plugin that prints a mark in the footer of every page, or runs other code. */
export const pluginZip = (
  slug: string,
  version: string,
  code = `add_action('wp_footer', function () { echo '<!-- ${slug} ${version} -->'; });`,
): Buffer =>
  zipOf([
    { name: `${slug}/`, mode: 0o040755 },
    {
      name: `${slug}/${slug}.php`,
      content: `<?php\n/*\nPlugin Name: The ${slug} plugin\nVersion: ${version}\nAuthor: Ada\nDescription: For tests.\nRequires PHP: 7.4\n*/\n${code}\n`,
    },
    { name: `${slug}/readme.txt`, content: 'Read me.' },
  ]);

/** A theme of one template, which prints a mark, or runs other code. */
export const themeZip = (slug: string, version: string, code = `echo '<!-- ${slug} ${version} -->';`): Buffer =>
  zipOf([
    { name: `${slug}/style.css`, content: `/*\nTheme Name: The ${slug} theme\nVersion: ${version}\n*/\n` },
    { name: `${slug}/index.php`, content: `<!doctype html><title>Theme</title><?php ${code}` },
  ]);
