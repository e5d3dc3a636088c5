import { FILE_DOWNLOAD_PATH } from '@panel/contract/wire';

/** The path of a name in a folder. */
export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
export const nameOfPath = (path: string): string => path.split('/').at(-1) ?? '';
export const parentOfPath = (path: string): string => path.split('/').slice(0, -1).join('/');

/** Where a file is downloaded. */
export const fileDownloadUrl = (id: string, path: string): string =>
  `${FILE_DOWNLOAD_PATH}${id}?${new URLSearchParams({ path })}`;

/** Permissions as `ls` shows them, e.g. `rw-r--r--`. */
export const modeText = (mode: number): string =>
  [6, 3, 0]
    .map((shift) => (mode >> shift) & 7)
    .map((bits) => `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`)
    .join('');

/** Signs that are not seen, or turn the text beside them: a name must not look like another one. Emoji are joined by one. */
const HIDDEN = /(?!\u200d)[\p{Cf}\p{Zl}\p{Zp}\u0080-\u009f]/u;
const FIRST_PICTURE = 0x2400;
const DELETE = 0x7f;

/** A name as one line: control characters as the pictures that Unicode has for them, hidden signs by their number. */
export const shownName = (name: string): string =>
  [...name]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (code === DELETE) return '\u2421';
      if (HIDDEN.test(sign)) return `\u2039U+${code.toString(16).toUpperCase().padStart(4, '0')}\u203a`;
      return code < 0x20 ? String.fromCodePoint(FIRST_PICTURE + code) : sign;
    })
    .join('');
