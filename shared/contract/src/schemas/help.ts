import * as v from 'valibot';
import { Id, queryInteger } from './fields.ts';
import { listQuery } from './list.ts';

/** Where an article is listed in the help center. */
export const HELP_CATEGORIES = ['home', 'application-hosting', 'account'] as const;
/** `applications`: only where the partner has application hosting (spec §2, Help). */
export const HELP_AUDIENCES = ['everybody', 'applications'] as const;

/** A piece of text with one style. `href` is a path of the panel, or an address with http, https, mailto or tel. */
export const HelpRun = v.object({
  text: v.string(),
  style: v.optional(v.picklist(['strong', 'emphasis', 'code'])),
  href: v.optional(v.string()),
});
export type HelpRun = v.InferOutput<typeof HelpRun>;

/**
 * A block of an article. Articles are data without any HTML: what the compiler does not know of is not in them, and the
 * browser draws them with its own elements.
 */
export const HelpBlock = v.object({
  kind: v.picklist(['paragraph', 'heading', 'subheading', 'item', 'numbered', 'code', 'quote', 'rule', 'table']),
  runs: v.optional(v.array(HelpRun)),
  /** The fragment of a heading. */
  id: v.optional(v.string()),
  /** How deep an entry of a list is nested; 0 is the outermost list. */
  depth: v.optional(v.number()),
  /** Rows of a table, the heads first; each cell is a list of runs. */
  rows: v.optional(v.array(v.array(v.array(HelpRun)))),
});
export type HelpBlock = v.InferOutput<typeof HelpBlock>;

export const HelpSlug = v.pipe(
  v.string('Enter an address.'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(2, 'The address needs at least 2 characters.'),
  v.maxLength(80, 'The address can have at most 80 characters.'),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use letters, digits, and single hyphens between them.'),
);

const Title = v.pipe(
  v.string('Enter a title.'),
  v.trim(),
  v.nonEmpty('Enter a title.'),
  v.maxLength(120, 'The title can have at most 120 characters.'),
);
const Summary = v.pipe(v.string(), v.trim(), v.maxLength(300, 'The summary can have at most 300 characters.'));
export const HELP_MARKDOWN_MAX = 40_000;
const Markdown = v.pipe(
  v.string('Enter the text.'),
  v.nonEmpty('Enter the text.'),
  v.maxLength(HELP_MARKDOWN_MAX, 'The text can have at most 40,000 characters.'),
);

/** An article of a partner as readers find it in lists; `words` is its text, for the search in the browser. */
export const HelpEntry = v.object({
  slug: v.string(),
  title: v.string(),
  summary: v.string(),
  category: v.picklist(HELP_CATEGORIES),
  audience: v.picklist(HELP_AUDIENCES),
  words: v.string(),
});
export type HelpEntry = v.InferOutput<typeof HelpEntry>;

/** What readers need besides the panel's own articles. */
export const HelpCenter = v.object({
  /** The partner's published articles, at most 200. */
  articles: v.array(HelpEntry),
  /** Slugs that are read most here in the last 90 days, at most 6. */
  most_read: v.array(v.string()),
});

export const HelpArticle = v.object({
  slug: v.string(),
  title: v.string(),
  summary: v.string(),
  category: v.picklist(HELP_CATEGORIES),
  blocks: v.array(HelpBlock),
  updated_at: v.string(),
});
export type HelpArticle = v.InferOutput<typeof HelpArticle>;

/** A reader's answer to "Was this helpful?"; a second one replaces the first. */
export const HelpVoteInput = v.object({
  slug: HelpSlug,
  helpful: v.boolean(),
  comment: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(1000, 'A comment can have at most 1,000 characters.')),
    '',
  ),
});

/** The answers about one article, for staff. */
export const HelpFeedback = v.object({
  slug: v.string(),
  reads: v.number(),
  helpful: v.number(),
  unhelpful: v.number(),
  /** The newest comments, at most 20. */
  comments: v.array(v.object({ helpful: v.boolean(), comment: v.string(), at: v.string() })),
});
export type HelpFeedback = v.InferOutput<typeof HelpFeedback>;

/** An article of the partner in the list of staff. */
export const HelpDraftRow = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  category: v.picklist(HELP_CATEGORIES),
  audience: v.picklist(HELP_AUDIENCES),
  version: v.number(),
  /** The version that readers see; null for a draft. */
  published_version: v.nullable(v.number()),
  updated_at: v.string(),
});
export type HelpDraftRow = v.InferOutput<typeof HelpDraftRow>;

export const HelpVersion = v.object({
  version: v.number(),
  title: v.string(),
  by: v.nullable(v.string()),
  restored_from: v.nullable(v.number()),
  created_at: v.string(),
});

export const HelpDraft = v.object({
  ...HelpDraftRow.entries,
  summary: v.string(),
  markdown: v.string(),
  blocks: v.array(HelpBlock),
  /** Newest first, at most 50. */
  versions: v.array(HelpVersion),
});
export type HelpDraft = v.InferOutput<typeof HelpDraft>;

const content = {
  title: Title,
  summary: Summary,
  category: v.picklist(HELP_CATEGORIES, 'Choose a category.'),
  audience: v.picklist(HELP_AUDIENCES, 'Choose who can read it.'),
  markdown: Markdown,
};

const VersionNumber = queryInteger(1, 1_000_000);

export const HelpCreateInput = v.object({ slug: HelpSlug, ...content });
/** `version` is the one that was edited. */
export const HelpSaveInput = v.object({ id: Id, ...content, version: VersionNumber });
export const HelpRestoreInput = v.object({ id: Id, version: VersionNumber });
export const HelpPreviewInput = v.object({ markdown: Markdown });
export const HelpListQuery = v.object({
  ...listQuery(['created_at', 'title', 'slug']),
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
});
