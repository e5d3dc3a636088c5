import * as v from 'valibot';
import { ExtensionSlug } from './extension.ts';
import { queryInteger } from './fields.ts';

/** What the directory lists where nothing is searched. */
export const DIRECTORY_BROWSE = ['popular', 'new', 'updated'] as const;
export type DirectoryBrowse = (typeof DIRECTORY_BROWSE)[number];

export const DIRECTORY_PAGE_SIZE = 20;

/** Pages count from 1, as those of the library. */
export const DirectoryQuery = v.object({
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  /** The order where there is no keyword. */
  browse: v.optional(v.picklist(DIRECTORY_BROWSE), 'popular'),
  pageIndex: v.optional(queryInteger(1, 10_000), 1),
  pageSize: v.optional(queryInteger(1, 100), DIRECTORY_PAGE_SIZE),
});

export const DirectorySlug = v.object({ slug: ExtensionSlug });

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What the feed knows about a plugin or theme. */
export const KnownVulnerabilities = v.object({
  /** Of all versions. */
  known: v.number(),
  /** Of those, how many the version in the directory has. */
  current: v.number(),
  /** Of those of the version in the directory, otherwise of all; null where the feed rates none. */
  severest: v.nullable(v.picklist(SEVERITIES)),
  /** The first version without any of them; null while one is not fixed, or where the feed does not say. */
  fixed_in: v.nullable(v.string()),
});
export type KnownVulnerabilities = v.InferOutput<typeof KnownVulnerabilities>;

/** A plugin or theme of the directory, in its newest version. Texts are plain. */
export const DirectoryItem = v.object({
  slug: v.string(),
  name: v.string(),
  version: v.string(),
  author: v.string(),
  summary: v.string(),
  /** An address of the panel; null where there is no icon that it shows. */
  icon_url: v.nullable(v.string()),
  /** 0 to 100; null before anybody has rated it. */
  rating: v.nullable(v.number()),
  rating_count: v.number(),
  active_installs: v.number(),
  requires_wp: v.nullable(v.string()),
  requires_php: v.nullable(v.string()),
  /** The newest WordPress with which its author has tried it; null if they do not say. */
  tested_wp: v.nullable(v.string()),
  /** The newest WordPress of the caller’s sites that is newer than `tested_wp`; null if none is. */
  untested_wp: v.nullable(v.string()),
  updated_at: v.nullable(v.string()),
  /** Null without a feed. */
  vulnerabilities: v.nullable(KnownVulnerabilities),
  /** The newest version in the caller’s library. */
  in_library: v.nullable(v.object({ id: v.string(), version: v.string() })),
});
export type DirectoryItem = v.InferOutput<typeof DirectoryItem>;

/** The same with what its page in the directory says. */
export const DirectoryDetails = v.object({
  ...DirectoryItem.entries,
  /** Paragraphs are separated by line breaks. */
  description: v.string(),
  changelog: v.string(),
  tags: v.array(v.string()),
  downloaded: v.number(),
});
export type DirectoryDetails = v.InferOutput<typeof DirectoryDetails>;
