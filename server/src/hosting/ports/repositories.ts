import type { Readable } from 'node:stream';
import type { Code } from './code.ts';

/** One request of a client for Git, in the protocol "smart HTTP". Nothing of its body is read by the panel. */
export type GitRequest = {
  service: 'git-upload-pack' | 'git-receive-pack';
  /** The list of refs, or the exchange after it. */
  step: 'advertise' | 'exchange';
  /** What the client says of versions of the protocol, and how its body is packed. */
  protocol: string | null;
  isGzip: boolean;
  body: AsyncIterable<Uint8Array> | null;
  signal: AbortSignal;
};

/** `ended`: nothing of `git` is left. */
export type GitAnswer = { status: number; contentType: string; body: Readable; ended: Promise<void> };

/** The panel's own Git: one bare repository beside the releases of an application. Git runs in a sandbox only. */
export interface Repositories extends Code {
  /** Why it does not work here, in words; null when it does. */
  repositoriesMissing(): string | null;
  /** Answers a client. The repository is made when it is missing. @throws HostingError SITE_NOT_FOUND, DISK_FULL, RUNTIME_MISSING */
  git(siteId: string, request: GitRequest): Promise<GitAnswer>;
  /** The newest commit of each branch, by name; at most the thousand that were committed to last. */
  branches(siteId: string): Promise<ReadonlyMap<string, string>>;
  /** The newest commit of a branch; null without one. */
  branchCommit(siteId: string, branch: string): Promise<string | null>;
}
