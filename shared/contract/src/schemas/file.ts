import * as v from 'valibot';
import { FILE_TEXT_BYTES } from '../wire.ts';
import { Id } from './fields.ts';

/** A text as JSON may have twice its length: line breaks and quotation marks take two bytes. */
export const FILE_SAVE_BYTES = 2 * FILE_TEXT_BYTES + 16 * 1024;
/** Entries of a folder in one answer. */
export const FILE_PAGE = 100;

const NAME_BYTES = 255;
const PATH_BYTES = 3000;
const MOST_FOLDERS = 60;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const isSegment = (part: string): boolean =>
  part !== '' && part !== '.' && part !== '..' && !part.includes('\0') && bytesOf(part) <= NAME_BYTES;

/** Whether a text is one name of a file or folder, as Linux takes it. */
export const isFileName = (name: string): boolean => name.isWellFormed() && !name.includes('/') && isSegment(name);

/** Whether a text is the path of a file or folder below a root. */
export const isFilePath = (path: string): boolean => {
  const parts = path.split('/');
  return path.isWellFormed() && bytesOf(path) <= PATH_BYTES && parts.length <= MOST_FOLDERS && parts.every(isSegment);
};

const NOT_VALID = 'This is not a valid path.';
/** A file or folder below the document root, e.g. `wp-content/style.css`. */
export const FilePath = v.pipe(v.string(), v.maxLength(PATH_BYTES, NOT_VALID), v.check(isFilePath, NOT_VALID));
/** The same, or nothing for the document root itself. */
export const FileFolder = v.pipe(
  v.string(),
  v.maxLength(PATH_BYTES, NOT_VALID),
  v.check((path) => path === '' || isFilePath(path), NOT_VALID),
);

export const FileItem = v.object({
  name: v.string(),
  /** Whether the name is valid text. One that is not can only be changed over SFTP. */
  exact: v.boolean(),
  /** Links are shown and never followed. */
  kind: v.picklist(['folder', 'file', 'link', 'other']),
  size: v.number(),
  modified_at: v.string(),
  /** Permissions, as the number that `chmod` takes. */
  mode: v.number(),
});
export type FileItem = v.InferOutput<typeof FileItem>;

export const FileListQuery = v.object({
  id: Id,
  folder: v.optional(FileFolder, ''),
  pageIndex: v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(200)), 0),
});

export const FileList = v.object({
  folder: v.string(),
  entries: v.array(FileItem),
  pageIndex: v.number(),
  total: v.number(),
  /** False when the folder has more entries than were read. */
  complete: v.boolean(),
});
export type FileList = v.InferOutput<typeof FileList>;

const AtPath = { id: Id, path: FilePath };
export const FileQuery = v.object(AtPath);

/** A file as text. `text` and `version` are null when it is no text, or larger than 1 MB. */
export const FileText = v.object({
  path: v.string(),
  kind: v.picklist(['text', 'binary', 'too_large']),
  size: v.number(),
  modified_at: v.string(),
  mode: v.number(),
  text: v.nullable(v.string()),
  /** Names this content; saving takes it. */
  version: v.nullable(v.string()),
});
export type FileText = v.InferOutput<typeof FileText>;

const Version = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'This is not a version of a file.'));
export const FileSaveInput = v.object({
  ...AtPath,
  text: v.pipe(
    v.string(),
    v.check((text) => bytesOf(text) <= FILE_TEXT_BYTES, 'The text is larger than 1 MB.'),
  ),
  /** The version that was read. */
  version: Version,
});
export const FileSaved = v.object({ status: v.literal(true), version: v.string() });

export const FileCreateInput = v.object({ ...AtPath, kind: v.picklist(['file', 'folder']) });
export const FileMoveInput = v.object({ ...AtPath, to: FilePath });
export const FileModeInput = v.object({
  ...AtPath,
  mode: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0o777, 'Choose permissions up to 777.')),
});
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

export const FileUploadForm = v.object({
  id: Id,
  /** Percent-encoded: forms change line breaks and quotation marks of names. */
  name: v.pipe(v.string(), v.maxLength(3 * NAME_BYTES), v.transform(decoded), v.check(isFileName, NOT_VALID)),
  /** Percent-encoded, too. */
  folder: v.optional(v.pipe(v.string(), v.maxLength(3 * PATH_BYTES), v.transform(decoded), FileFolder), ''),
  /** Replaces a file of this name. */
  replace: v.optional(v.picklist(['true', 'false']), 'false'),
  file: v.file('Choose a file.'),
});
