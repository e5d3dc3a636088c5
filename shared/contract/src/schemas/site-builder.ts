import * as v from 'valibot';
import { list } from './bounded.ts';
import { BUILDER_PAGES_MAX, BUILDER_PICTURES_MAX, BUILDER_TAGS_MAX } from '../site-builder.ts';
import { Id, INT4_MAX } from './fields.ts';

/** The name of a page's file: `index` and `404` have pages of their own. */
export const PageSlug = v.pipe(
  v.string('Enter an address.'),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty('Enter an address.'),
  v.maxLength(60, 'At most 60 characters are allowed.'),
  v.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'Use letters, digits and inner hyphens.'),
  v.check((slug) => slug !== 'index' && slug !== '404', 'This address is reserved. Choose another one.'),
);
export const PageTitle = v.pipe(
  v.string('Enter a title.'),
  v.trim(),
  v.nonEmpty('Enter a title.'),
  v.maxLength(120, 'At most 120 characters are allowed.'),
);
export const PageDescription = v.pipe(v.string(), v.trim(), v.maxLength(300, 'At most 300 characters are allowed.'));

/** Counted without reading any of them. */
function hasFewTags(html: string): boolean {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0 && count <= BUILDER_TAGS_MAX; at = html.indexOf('<', at + 1)) count += 1;
  return count <= BUILDER_TAGS_MAX;
}

/** One page: its content as HTML below the body, and the rules of its own style sheet. */
export const BuilderPage = v.object({
  id: v.pipe(v.string(), v.regex(/^[\da-f-]{32,36}$/, 'This is not a valid id.')),
  slug: PageSlug,
  title: PageTitle,
  description: PageDescription,
  html: v.pipe(
    v.string(),
    v.maxLength(300_000, 'This page is too long. Move a part of it to another page.'),
    v.check(hasFewTags, 'This page has too many elements. Move a part of it to another page.'),
  ),
  css: v.pipe(v.string(), v.maxLength(150_000, 'This page has too many styles. Remove some of its parts.')),
});
export type BuilderPage = v.InferOutput<typeof BuilderPage>;

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** The pages of a site in the order of its menu. The first is the home page. */
const pages = v.pipe(
  list(BuilderPage, {
    ...{ min: 1, tooFew: 'A site needs at least one page.' },
    ...{ max: BUILDER_PAGES_MAX, tooMany: `A site can have ${BUILDER_PAGES_MAX} pages.` },
  }),
  v.check((all) => unique(all.map(({ slug }) => slug)), 'Two pages have the same address. Change one of them.'),
  v.check((all) => unique(all.map(({ id }) => id)), 'Two pages have the same id.'),
);

/** Language of the pages, as browsers and screen readers need it (BCP 47). */
export const PageLanguage = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, 'Enter a language such as en or pt-BR.'),
);

/** What is edited. */
export const BuilderContent = v.object({ lang: PageLanguage, pages });
export type BuilderContent = v.InferOutput<typeof BuilderContent>;

/** What is live, and whether the draft has changed since. */
export const BuilderPublication = v.object({
  /** Counts the saved versions of the draft; 0 before the first. */
  revision: v.number(),
  saved_at: v.nullable(v.string()),
  /** Null until the builder has published the site. */
  published_revision: v.nullable(v.number()),
  published_at: v.nullable(v.string()),
  page_count: v.number(),
});
export type BuilderPublication = v.InferOutput<typeof BuilderPublication>;

export const BuilderDraft = v.object({
  fqdn: v.string(),
  /** The site's address with scheme and port. */
  url: v.string(),
  ...BuilderPublication.entries,
  ...BuilderContent.entries,
});
export type BuilderDraft = v.InferOutput<typeof BuilderDraft>;

const revision = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(INT4_MAX));

/** `revision`: the one that was edited. Another one on the server is a conflict. */
export const BuilderSaveInput = v.object({ id: Id, revision, ...BuilderContent.entries });
/** `revision`: the one to publish, which must be the newest. */
export const BuilderPublishInput = v.object({ id: Id, revision });

/** A picture of a site. Pages name it as `pictures/{name}`. */
export const BuilderPicture = v.object({
  name: v.string(),
  /** As it was called when it was uploaded. */
  title: v.string(),
  bytes: v.number(),
  created_at: v.string(),
});
export type BuilderPicture = v.InferOutput<typeof BuilderPicture>;
export const BuilderPictures = list(BuilderPicture, { max: BUILDER_PICTURES_MAX });

export const PictureName = v.pipe(v.string(), v.regex(/^[\da-f]{32}\.(?:png|jpg|gif|webp|svg)$/, 'Not a picture.'));
export const BuilderPictureInput = v.object({ id: Id, file: v.file('Choose a picture.') });
