/** A picture of the directory, with the type that its bytes have. */
export type DirectoryPicture = { type: string; bytes: Uint8Array };

/** The type of a picture by its first bytes; null for anything else, an SVG included. Only they are looked at. */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  return start.startsWith('RIFF') && start.slice(8) === 'WEBP' ? 'image/webp' : null;
}
