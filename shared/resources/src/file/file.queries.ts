import { calls } from '@panel/core';

/** Entries of one folder. Somebody else can change them at any time. */
export const fileListQuery = (id: string, folder: string, pageIndex: number) =>
  calls.file.list.queryOptions({
    input: { id, folder, pageIndex },
    // Rows of another folder would be opened and deleted as those of this one.
    placeholderData: (before) => (before?.folder === folder ? before : undefined),
    staleTime: 0,
  });

/** A file as it was when it was opened; what was typed since is not replaced by newer content. */
export const fileTextQuery = (id: string, path: string) =>
  calls.file.read.queryOptions({ input: { id, path }, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
