import { inflateSync } from 'node:zlib';

type Glyphs = Map<string, string>;

/** Unicode of the glyphs of a font, by its table (PDF 1.7, 9.10.3). */
function glyphsOf(table: string): Glyphs {
  const glyphs: Glyphs = new Map();
  for (const [, from = '', , list = ''] of table.matchAll(/<([\da-f]{4})> <([\da-f]{4})> \[([^\]]*)\]/g))
    for (const [index, [, code = '']] of [...list.matchAll(/<([\da-f ]+)>/g)].entries()) {
      const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0');
      glyphs.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  return glyphs;
}

type Found = { dictionary: string; text: string };

/** The texts of a PDF of pdfkit, each with a line of its own. The fonts are subsets, so their glyphs are looked up in their tables. */
export function pdfTexts(pdf: Buffer): string[] {
  const objects = new Map<string, Found>();
  const raw = pdf.toString('latin1');
  for (const [, id = '', dictionary = '', stream] of raw.matchAll(
    /(\d+) 0 obj\n([^]*?)(?:\nstream\n([^]*?)\nendstream)?\nendobj/g,
  )) {
    const bytes = stream === undefined ? Buffer.alloc(0) : Buffer.from(stream, 'latin1');
    const isText = dictionary.includes('/FlateDecode') && !/FontFile|Subtype|Length1/.test(dictionary);
    objects.set(id, { dictionary, text: isText ? inflateSync(bytes).toString('latin1') : '' });
  }
  const fonts = new Map<string, Glyphs>();
  for (const { dictionary } of objects.values())
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '') ?? [];
      fonts.set(name, glyphsOf(objects.get(table)?.text ?? ''));
    }
  return [...objects.values()].flatMap(({ text }) => textsOf(text, fonts));
}

function textsOf(page: string, fonts: ReadonlyMap<string, Glyphs>): string[] {
  let font: Glyphs = new Map();
  const texts: string[] = [];
  for (const [, name, shown] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    if (shown === undefined) continue;
    const codes = [...shown.matchAll(/<([\da-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    texts.push(codes.map((code) => font.get(code) ?? '\uFFFD').join(''));
  }
  return texts;
}
