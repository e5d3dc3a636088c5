import type { AppRuntime, BuildSettings, PackageManager } from '@panel/contract';
import type { UploadedSite, Progress } from './workload.ts';

/** Where the code of a build comes from. Nothing of it is trusted. */
export type BuildSource =
  /** Cloned with `git` through the egress; `token` is the password of an https address. */
  | { kind: 'git'; url: string; branch: string; commit: string | null; token: string | null }
  /** The repository of the application in the panel's own Git; nothing is reached. */
  | { kind: 'repository'; branch: string; commit: string | null }
  /** A template that is shipped with the panel. */
  | { kind: 'template'; id: string }
  /** An archive of `snapshot`: its release as it was, with the variables that are given. */
  | { kind: 'archive'; file: string }
  /** A release of another hosted id on the same node: as it was built, with the variables that are given. */
  | { kind: 'release'; siteId: string; buildId: string }
  /** An uploaded zip: its files are the release. */
  | ({ kind: 'zip' } & UploadedSite);

export type BuildSpec = {
  buildId: string;
  source: BuildSource;
  /** What the owner chose; what is null or missing is recognized. */
  settings: Partial<BuildSettings>;
  /** For the build and for the server, by name. Their values are masked in the log. */
  variables: { build: Record<string, string>; run: Record<string, string> };
};

/** What was found in the code. */
export type Recognized = {
  framework: string | null;
  packageManager: PackageManager | null;
  settings: BuildSettings;
  commit: { id: string; message: string; author: string } | null;
};

/** A template that is shipped with the panel. `missing`: what this machine lacks to run it, in words. */
export type Template = {
  id: string;
  name: string;
  description: string;
  framework: string;
  runtime: AppRuntime;
  /** The template of its back end, which has a database; null for an application of one part. */
  backend: string | null;
  missing: string | null;
  /** A path below the panel's host, or null. */
  picture: string | null;
  tags: readonly string[];
};

export type BuildStage = 'fetch' | 'recognize' | 'install' | 'build' | 'release';

export type BuildProgress = Progress & {
  /** A line of the log, with its colors and without secrets; lines are bounded in length and number before they come here. */
  log(line: string): void;
  stage(stage: BuildStage): void;
  /** `git` has named the commit, and the code has been recognized. */
  recognized(found: Recognized): void;
};

/** A release on the disk of the workload's node, ready to be published. */
export type Release = {
  buildId: string;
  runtime: AppRuntime;
  nodeVersion: string | null;
  files: number;
  bytes: number;
};

/** Builds, and the releases that they make. Code runs in the sandbox of its workload only. */
export interface Builds {
  /** Why builds or servers cannot run here, in words; null when they can. Zips and shipped output of templates do not need them. */
  buildsMissing(): string | null;
  templates(): Promise<readonly Template[]>;
  /** Major versions of Node.js that can be chosen, the newest first. */
  nodeVersions(): readonly string[];
  /**
   * Builds a release in the sandbox of the workload. Repeating it after a crash begins anew. A cancelled one has no
   * process left when it rejects.
   * @throws HostingError with a reason for people: SOURCE_UNAVAILABLE, BUILD_FAILED, LIMIT, RUNTIME_MISSING
   */
  build(siteId: string, spec: BuildSpec, p: BuildProgress): Promise<Release>;
  /**
   * Makes a release the one that answers, in one rename: the new server is started and asked first, and the old one ends after
   * its last request. Also rolls back and promotes. @throws HostingError START_FAILED, the old release stays live
   */
  publish(siteId: string, buildId: string, p: Progress): Promise<void>;
  /** The release that answers now, or null. */
  liveRelease(siteId: string): Promise<string | null>;
  /** Removes all releases but these. */
  keepReleases(siteId: string, buildIds: readonly string[]): Promise<void>;
  /** The newest lines that its server wrote, at most 256 KB. */
  serverLog(siteId: string): Promise<{ lines: string[]; bytes: number }>;
}
