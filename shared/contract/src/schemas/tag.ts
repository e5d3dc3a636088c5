import * as v from 'valibot';
import { list } from './bounded.ts';

/** Tags of one customer, site or application. */
export const TAGS_MAX = 20;

/** A tag: case does not matter. */
export const Tag = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'A tag needs at least one character.'),
  v.maxLength(30, 'A tag can have at most 30 characters.'),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u, 'Tags can have letters, digits, spaces, hyphens and underscores.'),
);

/** The tag of a filter: what no tag can be finds nothing. */
export const TagFilter = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(30));

/** Tags as people type them into one field, with commas between them. */
export const typedTags = <const Tags extends v.GenericSchema<string[], string[]>>(tags: Tags) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
    tags,
  );

/** All tags of a site or an application. */
export const WorkloadTags = list(Tag, {
  max: TAGS_MAX,
  tooMany: `A site or an application can have at most ${TAGS_MAX} tags.`,
});
