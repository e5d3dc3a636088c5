import * as v from 'valibot';
import { DELIVERY_RESULTS } from '../app-values.ts';
import { FILE_TEXT_BYTES } from '../wire.ts';
import { list } from './bounded.ts';
import { Id } from './fields.ts';
import { isFilePath } from './file.ts';
import { GithubBranchName } from './github.ts';

/** Files of a repository that the studio shows; a larger one is for a Git client. */
export const STUDIO_FILES = 10_000;
/** Changes of one commit, and the bytes of all their texts as JSON. */
export const STUDIO_CHANGES = 200;
export const STUDIO_COMMIT_BYTES = 4 * 1024 ** 2;
const MESSAGE_LENGTH = 5000;

/** Signs that file systems of macOS leave out when they compare names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** A name that some file system takes for Git's own folder: its other spellings, its short name, and with what Windows cuts off. */
const isGitFolder = (name: string): boolean =>
  /^(?:\.git|git~\d+)(?:[. ]*$|:)/i.test(name.normalize('NFC').replace(IGNORED, ''));

/** Whether a repository can have a file at this path on every system on which it is checked out. */
export const isCodePath = (path: string): boolean =>
  isFilePath(path) && !/[\p{Cc}\\]/u.test(path) && !path.split('/').some(isGitFolder);

const NOT_VALID = 'This is not a path that every system can have.';
/** A file of a repository, e.g. `src/main.ts`. */
export const CodePath = v.pipe(v.string(), v.maxLength(3000, NOT_VALID), v.check(isCodePath, NOT_VALID));

const Commit = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'This is not a commit.'));

export const StudioFile = v.object({
  path: v.string(),
  /** Links are shown and never followed; `other` is a submodule, or a path that not every system can have. */
  kind: v.picklist(['file', 'link', 'other']),
  size: v.number(),
  /** Names its content. */
  version: v.string(),
});
export type StudioFile = v.InferOutput<typeof StudioFile>;

/** What a branch of an application's repository has. */
export const Studio = v.object({
  branch: v.string(),
  /** Its newest commit; null while nothing was committed to it. */
  commit: v.nullable(v.string()),
  /** The branches, the one that was committed to last first; at most a hundred. */
  branches: v.array(v.string()),
  /** The branch that visitors get. */
  production: v.string(),
  /** At most ten thousand. */
  files: v.array(StudioFile),
  /** False where there are more. */
  complete: v.boolean(),
  /** The template whose code can be put into the repository; null where there is none, or a commit. */
  template: v.nullable(v.string()),
  /** Why Git does not work here, in words; null when it does. */
  missing: v.nullable(v.string()),
});
export type Studio = v.InferOutput<typeof Studio>;

export const StudioQuery = v.object({ id: Id, branch: v.optional(GithubBranchName) });

export const StudioFileQuery = v.object({ id: Id, commit: Commit, path: CodePath });

/** A file as text. `text` is null when it is no text, or larger than 1 MB. */
export const StudioText = v.object({
  path: v.string(),
  kind: v.picklist(['text', 'binary', 'too_large', 'link']),
  size: v.number(),
  text: v.nullable(v.string()),
});
export type StudioText = v.InferOutput<typeof StudioText>;

/** The newest commits of a branch, at most thirty. */
export const StudioCommits = v.array(
  v.object({ commit: v.string(), message: v.string(), author: v.string(), at: v.string() }),
);
export type StudioCommits = v.InferOutput<typeof StudioCommits>;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export const StudioChange = v.variant('action', [
  v.object({
    action: v.literal('put'),
    path: CodePath,
    text: v.pipe(
      v.string(),
      v.check((text) => bytesOf(text) <= FILE_TEXT_BYTES, 'The text is larger than 1 MB.'),
    ),
  }),
  v.object({ action: v.literal('move'), path: CodePath, to: CodePath }),
  v.object({ action: v.literal('remove'), path: CodePath }),
]);
export type StudioChange = v.InferOutput<typeof StudioChange>;

/** Changes of one commit, in their order. */
export const StudioCommitInput = v.object({
  id: Id,
  branch: GithubBranchName,
  /** The commit that was edited; null for a branch without one. */
  base: v.nullable(Commit),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Say what you changed.'),
    v.maxLength(MESSAGE_LENGTH, `Use at most ${MESSAGE_LENGTH} characters.`),
    v.regex(/^[^\0]*$/, 'Say what you changed.'),
  ),
  changes: list(StudioChange, {
    min: 1,
    max: STUDIO_CHANGES,
    tooMany: `Commit at most ${STUDIO_CHANGES} changes at a time.`,
    tooFew: 'Nothing has changed.',
  }),
});
export type StudioCommitInput = v.InferOutput<typeof StudioCommitInput>;

/** `result`: what the commit means for visitors, as that of a push. */
export const StudioCommitted = v.object({
  status: v.literal(true),
  commit: v.string(),
  result: v.picklist(DELIVERY_RESULTS),
  build_id: v.nullable(v.string()),
});
export type StudioCommitted = v.InferOutput<typeof StudioCommitted>;
