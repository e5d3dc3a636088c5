import type { StudioChange, StudioFile } from '@panel/contract';

/**
 * A change that is not committed, of the file that is now at its path. `from`: where the commit has it, null for a new file. `base`: the
 * version that was changed. `text`: null while the content is as it was. `gone`: it is deleted.
 */
export type StudioDraft = { from: string | null; base: string | null; text: string | null; gone: boolean };
/** By the path of the file as it will be; of a deleted one as it was. */
export type StudioDrafts = Readonly<Record<string, StudioDraft>>;

type Files = ReadonlyMap<string, Pick<StudioFile, 'version'>>;

export const filesByPath = (files: readonly StudioFile[]): ReadonlyMap<string, StudioFile> =>
  new Map(files.map((file) => [file.path, file]));

const [REMOVE, MOVE, PUT] = ['remove', 'move', 'put'] as const;

/** The changes of a commit, deletions and moves first, so that their places are free. */
export function changesOf(drafts: StudioDrafts): StudioChange[] {
  const all = Object.entries(drafts);
  const removed = all.filter(([, { gone }]) => gone).map(([path]): StudioChange => ({ action: REMOVE, path }));
  const moved = all.flatMap(([to, { from, gone }]): StudioChange[] =>
    gone || from === null || from === to ? [] : [{ action: MOVE, path: from, to }],
  );
  const put = all.flatMap(([path, { text, gone }]): StudioChange[] =>
    gone || text === null ? [] : [{ action: PUT, path, text }],
  );
  return [...removed, ...moved, ...put];
}

/** Whether the newest commit has another version than the one that was changed, or a file where a new one is to be. */
export function isConflict(path: string, drafts: StudioDrafts, files: Files): boolean {
  const draft = drafts[path];
  if (!draft) return false;
  const { from, base } = draft;
  const isOccupied = from !== path && files.has(path) && !Object.values(drafts).some((other) => other.from === path);
  return isOccupied || (from !== null && files.get(from)?.version !== base);
}

/** The paths that the files have with the drafts, sorted. */
export function draftedPaths(files: Files, drafts: StudioDrafts): string[] {
  const left = new Set(Object.entries(drafts).flatMap(([path, { from, gone }]) => (gone ? [path] : [from])));
  const added = Object.keys(drafts).filter((path) => !drafts[path]?.gone);
  return [...new Set([...[...files.keys()].filter((path) => !left.has(path)), ...added])].sort();
}

/** Drops drafts that change nothing any more. */
export const isUnchanged = (path: string, { from, text, gone }: StudioDraft): boolean =>
  !gone && text === null && from === path;
