import { keepPreviousData } from '@tanstack/react-query';
import { calls } from '@panel/core';

/** Entries of one folder. Somebody else can change them at any time. */
export const fileListQuery = (id: string, folder: string, pageIndex: number) =>
  calls.file.list.queryOptions({ input: { id, folder, pageIndex }, placeholderData: keepPreviousData, staleTime: 0 });

/** A file as it was when it was opened; what was typed since is not replaced by newer content. */
export const fileTextQuery = (id: string, path: string) =>
  calls.file.read.queryOptions({ input: { id, path }, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
