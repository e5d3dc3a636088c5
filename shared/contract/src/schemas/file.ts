import * as v from 'valibot';
import { FILE_TEXT_BYTES, FILE_UPLOAD_BYTES } from '../wire.ts';
import { list } from './bounded.ts';
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

const Flag = v.optional(v.picklist(['true', 'false']), 'true');
export const FileListQuery = v.object({
  id: Id,
  folder: v.optional(FileFolder, ''),
  pageIndex: v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(1000)), 0),
  /** Folders come first, whatever the order. */
  orderBy: v.optional(v.picklist(['name', 'size', 'modified_at']), 'name'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
  /** Whether names that begin with a dot are listed. */
  hidden: Flag,
  /** `folder`: only folders. */
  kind: v.optional(v.picklist(['any', 'folder']), 'any'),
});

export const FileList = v.object({
  folder: v.string(),
  entries: list(FileItem, { max: FILE_PAGE }),
  pageIndex: v.number(),
  total: v.number(),
  /** False when the folder has more entries than were read. */
  complete: v.boolean(),
});
export type FileList = v.InferOutput<typeof FileList>;

/** The most hits of a search. */
export const FILE_HITS = 200;
export const FileSearchQuery = v.object({
  id: Id,
  folder: v.optional(FileFolder, ''),
  /** Looked for as it is, in small and capital letters. */
  words: v.pipe(
    v.string(),
    v.nonEmpty('Enter what to search for.'),
    v.maxLength(200, 'Search for at most 200 letters.'),
  ),
  /** In names, or in the lines of texts. */
  want: v.picklist(['names', 'content']),
});
export const FileHit = v.object({
  path: v.string(),
  exact: v.boolean(),
  kind: FileItem.entries.kind,
  /** Null for a hit in a name. */
  line: v.nullable(v.number()),
  /** The line, or the part of it around what was found. */
  text: v.string(),
});
export type FileHit = v.InferOutput<typeof FileHit>;
export const FileFound = v.object({
  hits: list(FileHit, { max: FILE_HITS }),
  /** Entries that were looked at. */
  files: v.number(),
  /** Files that were too large to look into. */
  large: v.number(),
  /** Why the search ended before everything was looked at. */
  ended: v.nullable(v.picklist(['hits', 'files', 'bytes', 'time'])),
});
export type FileFound = v.InferOutput<typeof FileFound>;

const AtPath = { id: Id, path: FilePath };
export const FileQuery = v.object(AtPath);

/** A file as text. `text` and `version` are null when it is no text in UTF-8, or larger than 1 MB. */
export const FileText = v.object({
  path: v.string(),
  /** `encoding`: a text, but not in UTF-8. */
  kind: v.picklist(['text', 'binary', 'encoding', 'too_large']),
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
  /** The version that was read; null when there is to be no file. */
  version: v.nullable(Version),
});
export const FileSaved = v.object({ status: v.literal(true), version: v.string() });

export const FileCreateInput = v.object({ ...AtPath, kind: v.picklist(['file', 'folder']) });
export const FileMoveInput = v.object({ ...AtPath, to: FilePath });
/** Files and folders at once. */
const MOST_PATHS = 200;
const FilePaths = list(FilePath, { max: MOST_PATHS, min: 1 });
export const FileZipInput = v.object({ id: Id, paths: FilePaths, to: FilePath });
export const FileZipQuery = v.object({ id: Id, paths: FilePaths });
export const FileUnzipInput = v.object({
  ...AtPath,
  folder: v.optional(FileFolder, ''),
  /** What becomes of files whose names are taken; `ask` unpacks nothing when there are some. */
  taken: v.picklist(['ask', 'replace', 'keep', 'skip']),
});
export const FileUnzipped = v.object({
  status: v.literal(true),
  /** False when nothing was unpacked, because names are taken. */
  unpacked: v.boolean(),
  files: v.number(),
  /** Files that were left out, e.g. because their names are taken. */
  skipped: v.number(),
  /** The first names that are taken, and how many there are. */
  taken: list(v.string(), { max: 20 }),
  taken_count: v.number(),
});
export type FileUnzipped = v.InferOutput<typeof FileUnzipped>;
export const FileZipped = v.object({ status: v.literal(true), skipped: v.number() });

export const FileModeInput = v.object({
  ...AtPath,
  /** Of a folder: itself, or the files, the folders or everything below it as well. */
  reach: v.optional(v.picklist(['one', 'files', 'folders', 'all']), 'one'),
  mode: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0o777, 'Choose permissions up to 777.')),
});
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

const InForm = {
  id: Id,
  /** Percent-encoded: forms change line breaks and quotation marks of names. */
  name: v.pipe(v.string(), v.maxLength(3 * NAME_BYTES), v.transform(decoded), v.check(isFileName, NOT_VALID)),
  /** Percent-encoded, too. */
  folder: v.optional(v.pipe(v.string(), v.maxLength(3 * PATH_BYTES), v.transform(decoded), FileFolder), ''),
  /** Replaces a file of this name. */
  replace: v.optional(v.picklist(['true', 'false']), 'false'),
};
export const FileUploadForm = v.object({ ...InForm, file: v.file('Choose a file.') });

/** Names an upload: the same for the same file, so that it goes on after the page was loaded anew. */
const UploadKey = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/, 'This is not the key of an upload.'));
export const FilePartForm = v.object({
  ...InForm,
  key: UploadKey,
  /** Of the whole file, and where this part begins. */
  size: v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number), v.maxValue(FILE_UPLOAD_BYTES)),
  from: v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number)),
  file: v.file('Choose a file.'),
});
export const FileBeginInput = v.object({
  ...AtPath,
  key: UploadKey,
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FILE_UPLOAD_BYTES, 'Upload files of up to 4 GB.')),
  replace: v.optional(v.boolean(), false),
});
export const FileDropInput = v.object({ ...AtPath, key: UploadKey });
/** How much of a file has arrived. `placed`: all of it, and it is in its folder. */
export const FileArrived = v.object({ offset: v.number(), placed: v.boolean() });
