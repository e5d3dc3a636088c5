/*
 * The text of a TXT record is bytes (RFC 1035, 3.3.14). People write UTF-8, so it is shown as text. Bytes that are no UTF-8
 * are kept as characters of their own, U+EF80 to U+EFFF, so that nothing of a record is lost (as MirBSD's OPTU-8 does).
 */

const FIRST = 0xef80;
const LAST = 0xefff;
const OFFSET = 0xef00;

const isByte = (code: number): boolean => code >= FIRST && code <= LAST;

const utf8 = new TextEncoder();

/** A text as it is sent. */
export function bytesOfText(text: string): Uint8Array {
  if (![...text].some((char) => isByte(char.codePointAt(0) ?? 0))) return utf8.encode(text);
  const parts = [...text].map((char) => {
    const code = char.codePointAt(0) ?? 0;
    return isByte(code) ? Uint8Array.of(code - OFFSET) : utf8.encode(char);
  });
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The text of bytes, which `bytesOfText` turns into the same bytes. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (![...text].some((char) => isByte(char.codePointAt(0) ?? 0))) return text;
  } catch {
    // Not UTF-8.
  }
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : OFFSET + byte)).join('');
}

/** A text for people: bytes that are no text are written as in a zone file, e.g. `\255`. */
export const readableText = (text: string): string =>
  Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return isByte(code) ? `\\${code - OFFSET}` : char;
  }).join('');
