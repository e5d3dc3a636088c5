import * as v from 'valibot';
import { dictionary, list } from './bounded.ts';
import { Id } from './fields.ts';
import { PAGE_SIZE_MAX } from './list.ts';

/** Lists whose search and filters can be saved. */
export const VIEW_LISTS = ['customers', 'sites', 'apps', 'audit'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/** Views of one list that somebody can have. */
export const VIEWS_MAX = 20;
export const VIEW_NAME_MAX = 60;
const FILTERS_MAX = 20;
const VALUES_MAX = 20;

const Word = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z_]{0,39}$/)); // bounded: one class, at most 40 letters

/** What a list shows: its search, filters and order. The list leaves out what it does not know. */
export const ViewState = v.object({
  keyword: v.pipe(v.string(), v.maxLength(254)),
  filters: dictionary(
    Word,
    list(v.pipe(v.string(), v.maxLength(100)), { max: VALUES_MAX }),
    FILTERS_MAX,
    'A view can have at most 20 filters.',
  ),
  orderBy: v.nullable(Word),
  sortOrder: v.nullable(v.picklist(['asc', 'desc'])),
  pageSize: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE_MAX))),
});
export type ViewState = v.InferOutput<typeof ViewState>;

const ViewName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Enter a name.'),
  v.maxLength(VIEW_NAME_MAX, `A name can have at most ${VIEW_NAME_MAX} characters.`),
);

/** A saved view of its owner. */
export const SavedView = v.object({
  id: v.string(),
  name: v.string(),
  state: ViewState,
  /** Whether the list begins with it. */
  is_default: v.boolean(),
});
export type SavedView = v.InferOutput<typeof SavedView>;

export const ViewListQuery = v.object({ list: v.picklist(VIEW_LISTS) });
export const ViewCreateInput = v.object({ list: v.picklist(VIEW_LISTS), name: ViewName, state: ViewState });
/** What is left out stays as it is. */
export const ViewChangeInput = v.object({
  id: Id,
  name: v.optional(ViewName),
  state: v.optional(ViewState),
  is_default: v.optional(v.boolean()),
});
