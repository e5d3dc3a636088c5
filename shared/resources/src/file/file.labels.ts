import type { FileFound, FileText } from '@panel/core';
import { t } from '@panel/core';
import { FILE_DOWNLOAD_PATH, FILE_ZIP_PATH } from '@panel/contract/wire';

/** The path of a name in a folder. */
export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
export const nameOfPath = (path: string): string => path.split('/').at(-1) ?? '';
export const parentOfPath = (path: string): string => path.split('/').slice(0, -1).join('/');

/** Where a file is downloaded. */
export const fileDownloadUrl = (id: string, path: string): string =>
  `${FILE_DOWNLOAD_PATH}${id}?${new URLSearchParams({ path })}`;

/** Where files and folders are downloaded as a zip. */
export const zipDownloadUrl = (id: string, paths: readonly string[]): string =>
  `${FILE_ZIP_PATH}${id}?${new URLSearchParams(paths.map((path) => ['path', path]))}`;

/** `name (2).txt` of `name.txt`. */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const at = dot <= 0 ? name.length : dot;
  return `${name.slice(0, at)} (${number})${name.slice(at)}`;
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|ico)$/i;
/** Whether a file is a picture that browsers show. */
export const isPicture = (name: string): boolean => PICTURE.test(name);

/** Why a file is not opened as a text: a title, and what can be done. */
export const notTextLabels = (kind: Exclude<FileText['kind'], 'text'>): { title: string; text: string } =>
  ({
    binary: { title: t('This is not a text file'), text: t('Download it instead.') },
    too_large: {
      title: t('This file is too large to edit here'),
      text: t('Files of up to 1 MB can be edited here. Download it instead.'),
    },
    encoding: {
      title: t('This text is not in UTF-8'),
      text: t('Saving it here would damage its letters. Download it, convert it to UTF-8, and upload it again.'),
    },
  })[kind];

/** Why a search has ended before everything was looked at. */
export const searchEndLabel = (ended: NonNullable<FileFound['ended']>): string =>
  ({
    hits: t('These are the first results. Search in a folder, or for more letters, to see others.'),
    files: t('There are too many files. Search in a folder to see more.'),
    bytes: t('There is too much to read. Search in a folder to see more.'),
    time: t('The search took too long. Search in a folder to see more.'),
  })[ended];

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
