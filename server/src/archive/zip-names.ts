import { getFileNameLowLevel, type Entry } from 'yauzl';

/**
 * Names in a zip. Only newer programs mark them as UTF-8 (APPNOTE.TXT 4.4.4, bit 11) or add the UTF-8 name in an extra field
 * (4.6.9); Info-ZIP and macOS write UTF-8 without a mark, and older programs the code page of their machine.
 */
export type NamesIn = 'utf-8' | 'cp932' | 'cp437';

const UTF8_FLAG = 0x0800;
const UNICODE_PATH = 0x7075;
const [utf8, cp932] = ['utf-8', 'shift_jis'].map((label) => new TextDecoder(label, { fatal: true, ignoreBOM: true }));
/**
 * Two Japanese letters in a row, or one between no Latin letters. In Western names a byte above 127 and the letter after it
 * can look like one Japanese letter, within a word.
 */
const JAPANESE =
  /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ー]{2}|(?<![\p{sc=Latn}])[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}](?![\p{sc=Latn}])/u;
/** What one byte above 127 becomes in CP932; Western names are full of them. */
const HALF_WIDTH = /[\uFF61-\uFF9F]/g;

function decoded(decoder: TextDecoder | undefined, bytes: Uint8Array): string | null {
  try {
    return decoder?.decode(bytes) ?? null;
  } catch {
    return null;
  }
}

const isMarked = ({ generalPurposeBitFlag }: Entry): boolean => (generalPurposeBitFlag & UTF8_FLAG) !== 0;

/** The name by its mark, its extra field (the library compares the checksum of the raw name), or as valid UTF-8. */
function knownName(entry: Entry, raw: Buffer): string | null {
  if (isMarked(entry)) return decoded(utf8, raw) ?? getFileNameLowLevel(UTF8_FLAG, raw, [], true);
  // Without an extra field that holds, the library reads the bytes as CP437, which has a character for each of them.
  const byField = entry.extraFields.some(({ id }) => id === UNICODE_PATH);
  if (byField) {
    const named = getFileNameLowLevel(0, raw, entry.extraFields, true);
    if (named !== getFileNameLowLevel(0, raw, [], true)) return named;
  }
  return decoded(utf8, raw);
}

/** Whether names without a mark are Japanese: all of them can be read so, and most of them make sense. */
function areJapanese(names: readonly Buffer[]): boolean {
  let sense = 0;
  for (const raw of names) {
    const text = decoded(cp932, raw);
    if (text === null) return false;
    if (JAPANESE.test(text.replace(HALF_WIDTH, ''))) sense += 1;
  }
  return sense * 2 > names.length;
}

/**
 * Gives each entry its name, in place; `fileName` holds the raw bytes before (`decodeStrings: false`). One program wrote the
 * archive, so all names that say nothing about themselves are read alike.
 * @returns how these were read
 */
export function nameEntries(entries: readonly Entry[]): NamesIn {
  const unknown: Entry[] = [];
  for (const entry of entries) {
    const name = knownName(entry, entry.fileNameRaw);
    if (name === null) unknown.push(entry);
    else entry.fileName = name;
  }
  if (unknown.length === 0) return 'utf-8';
  const japanese = areJapanese(unknown.map(({ fileNameRaw }) => fileNameRaw));
  for (const entry of unknown)
    entry.fileName =
      (japanese ? decoded(cp932, entry.fileNameRaw) : null) ?? getFileNameLowLevel(0, entry.fileNameRaw, [], true);
  return japanese ? 'cp932' : 'cp437';
}
