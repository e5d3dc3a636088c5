import { calls } from '@panel/core';

/** The files of a branch, of its default one without a name. Somebody else can commit at any time. */
export const studioQuery = (id: string, branch: string | null) =>
  calls.studio.show.queryOptions({ input: { id, ...(branch !== null && { branch }) }, staleTime: 0 });

/** A file of a commit, which never changes. */
export const studioFileQuery = (id: string, commit: string, path: string) =>
  calls.studio.file.queryOptions({ input: { id, commit, path }, staleTime: Infinity });

/** The newest commits of a branch. */
export const studioCommitsQuery = (id: string, branch: string) =>
  calls.studio.commits.queryOptions({ input: { id, branch }, staleTime: 0 });

/** Where the code of an application is edited in the browser. */
export const studioPath = (id: string): string => `/manage-app/studio/${encodeURIComponent(id)}`;
