import type { Merged } from '@panel/contract';
import type {
  HostingStep,
  PortName,
  Progress,
  PublicFiles,
  ReplacedParts,
  SiteInfo,
  SiteKind,
  SiteSpec,
  SnapshotOptions,
  Verification,
} from '../../driver.ts';
import type { HostingRuntime } from '../../runtime/prepare-runtime.ts';
import type { ServeOptions, SiteProcess } from '../../runtime/site-runtime.ts';
import type { SiteFolder, SiteRecord } from '../site-folder.ts';
import type { SiteTools } from '../site-tools.ts';
import type { Asked } from '../verify-site.ts';

/** A workload as its kind gets it. */
export type Given = { folder: SiteFolder; record: SiteRecord; tools: SiteTools };

/**
 * What a kind of workload does its own way. Places, limits, turns, measuring and cleaning up are the driver's, the same for all
 * kinds. The content of a kind without `pack`, `clone` and `copyInto` is its folder `public`.
 */
export interface LocalKind {
  readonly name: SiteKind;
  /** The ports that its workloads have. */
  readonly ports: readonly PortName[];
  /** The steps that give a new workload its content; those that start and check it follow. */
  steps(toolsOf: (siteId: string) => Promise<SiteTools>, folder: SiteFolder, spec: SiteSpec): HostingStep[];
  /** Starts the process that answers visitors. Without it the files of `public` answer. */
  serve?(runtime: HostingRuntime, folder: SiteFolder, options: ServeOptions): Promise<SiteProcess>;
  /** Rejects with what a person has to do before it can start. */
  ready?(folder: SiteFolder): Promise<void>;
  /** The checks of a running one; by default its home page answers. */
  verify?(asked: Asked): Promise<Verification>;
  /** The files that the edge serves itself; by default none. With all of a site, no process starts. */
  publicFiles?(folder: SiteFolder, tools: Pick<SiteTools, 'cores'>): Promise<PublicFiles | null>;
  /** The versions of its software; by default it has none. */
  info?(given: Pick<Given, 'folder' | 'record'> & { tools: Omit<SiteTools, 'limits' | 'maxBytes'> }): Promise<SiteInfo>;
  /** Prepares the content for a new address, before the record names it. */
  rename?(given: Given, url: string, p: Progress): Promise<void>;
  /** Writes the content to an archive. */
  pack?(given: Given, partial: string, more: SnapshotOptions): Promise<void>;
  /** Fills a copy beside it from such an archive. Returns how many files were compared, or null. */
  unpackBeside?(given: Given, file: string, variables: Readonly<Record<string, string>>): Promise<number | null>;
  /** How to restore such an archive without the panel, in Markdown; by default that of files. */
  readonly restoreGuide?: string;
  /** Fills a new workload, whose record exists, with a copy. */
  clone?(tools: SiteTools, from: SiteFolder, to: SiteFolder, spec: SiteSpec, p: Progress): Promise<void>;
  /** Replaces the content of another, or parts of it. */
  copyInto?(
    tools: SiteTools,
    from: SiteFolder,
    to: SiteFolder,
    what: ReplacedParts,
    p: Progress,
  ): Promise<Merged | null>;
  /** Path of a request that runs its scheduled jobs. */
  readonly scheduledJobs?: string;
}
