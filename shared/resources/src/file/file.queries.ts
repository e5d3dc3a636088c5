import { calls } from '@panel/core';

/** How the entries of a folder are listed. */
export type FileListing = {
  pageIndex: number;
  orderBy: 'name' | 'size' | 'modified_at';
  sortOrder: 'asc' | 'desc';
  hidden: 'true' | 'false';
};

/** Entries of one folder. Somebody else can change them at any time. */
export const fileListQuery = (id: string, folder: string, listing: FileListing) =>
  calls.file.list.queryOptions({
    input: { id, folder, ...listing },
    // Rows of another folder would be opened and deleted as those of this one.
    placeholderData: (before) => (before?.folder === folder ? before : undefined),
    staleTime: 0,
  });

/** The folders in a folder, the first of them, for the tree. */
export const folderListQuery = (id: string, folder: string) =>
  calls.file.list.queryOptions({ input: { id, folder, kind: 'folder' }, staleTime: 0 });

/** What a search has found. It takes seconds: it is asked again when somebody searches again. */
export const fileSearchQuery = (id: string, folder: string, words: string, want: 'names' | 'content') =>
  calls.file.search.queryOptions({
    input: { id, folder, words, want },
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** A file as it was when it was opened; what was typed since is not replaced by newer content. */
export const fileTextQuery = (id: string, path: string) =>
  calls.file.read.queryOptions({ input: { id, path }, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
