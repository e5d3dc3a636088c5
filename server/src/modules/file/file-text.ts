/** The text of a file; null for bytes that are no text in UTF-8. */
export function textOf(content: Buffer): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}

const [TAB, ESCAPE, SPACE, DELETE] = [0x09, 0x1b, 0x20, 0x7f];
/** Tabs, line breaks, and what terminals use; no other control character is in a text of any encoding that has one byte a letter. */
const isOfText = (byte: number): boolean =>
  (byte >= SPACE && byte !== DELETE) || (byte >= TAB && byte <= 0x0d) || byte === ESCAPE;
/** What texts in UTF-16 begin with. */
const MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** What a file is: a text, one in another encoding than UTF-8, or neither. */
export function kindOf(content: Buffer, text: string | null): 'text' | 'encoding' | 'binary' {
  if (text !== null) return 'text';
  const isMarked = MARKS.some((mark) => content.subarray(0, mark.length).equals(mark));
  return isMarked || content.every(isOfText) ? 'encoding' : 'binary';
}
