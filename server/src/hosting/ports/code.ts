/** A file of a commit: its mode as Git has it (`100644`, `120000` for a link), and the id of its content. */
export type CodeEntry = { path: string; mode: string; id: string; size: number };
/** `complete`: false when there are more entries than were asked for. */
export type CodeTree = { entries: readonly CodeEntry[]; complete: boolean };
export type CodeCommit = { commit: string; message: string; author: string; at: Date };
/** What a commit writes: a content that the repository has, a new one, or nothing for a file that is removed. */
export type CodeWrite = { path: string; mode: string; content: { id: string } | { bytes: Uint8Array } | null };
export type CodeAuthor = { name: string; email: string; at: Date };

export type NewCommit = {
  branch: string;
  /** The newest commit of the branch, on which the new one is put; null for a branch without one. */
  parent: string | null;
  message: string;
  author: CodeAuthor;
  writes: readonly CodeWrite[];
};

/** `moved`: the branch has another newest commit, and nothing has changed; `changed` are some paths that differ. */
export type CommitOutcome = { commit: string } | { moved: string | null; changed: readonly string[] };

/** Reads and writes the code in a repository of the panel, without a work tree. All are `RUNTIME_MISSING` where Git does not run. */
export interface Code {
  /** The files of a commit; null for a commit that is not there. */
  codeTree(siteId: string, commit: string, most: number): Promise<CodeTree | null>;
  /** A file of a commit; its content is null when it is larger than `maxBytes` or no file. Null for a path that is not there. */
  codeFile(
    siteId: string,
    at: { commit: string; path: string; maxBytes: number },
  ): Promise<(CodeEntry & { content: Buffer | null }) | null>;
  /** The newest commits up to one. */
  codeLog(siteId: string, commit: string, count: number): Promise<CodeCommit[]>;
  /** Commits, whole or not at all. The repository is made when it is missing. @throws HostingError DISK_FULL */
  commitCode(siteId: string, commit: NewCommit): Promise<CommitOutcome>;
}
