import * as v from 'valibot';
import { PREVIEW_DAYS_MAX, PREVIEW_PATTERNS_MAX } from '../app-values.ts';
import { AppBuild } from './app-build.ts';
import { list } from './bounded.ts';
import { expected } from './expected.ts';
import { Id } from './fields.ts';
import { GithubBranchName } from './github.ts';
import { PasswordProtectionInput } from './site.ts';

/** A branch that answers at an address of its own. */
export const AppPreview = v.object({
  id: v.string(),
  site_id: v.string(),
  branch: v.string(),
  /** Its address, also before its first build has ended. */
  url: v.string(),
  /** The build that answers; null until the first has succeeded. */
  live_build: v.nullable(AppBuild),
  /** Its newest build. */
  last_build: v.nullable(AppBuild),
  /** Names of variables of builds with which its release was built otherwise than production is now. */
  different_variables: v.array(v.string()),
  created_at: v.string(),
  pushed_at: v.string(),
  ends_at: v.string(),
});
export type AppPreview = v.InferOutput<typeof AppPreview>;

/** The previews of an application, and which branches get one. */
export const AppPreviews = v.object({
  enabled: v.boolean(),
  /** Patterns of branches, with `*` for any text; none: all branches. */
  branches: v.array(v.string()),
  /** Days without a push after which a preview ends. */
  days: v.number(),
  /** Whom visitors of previews have to be; null: they are not asked. */
  username: v.nullable(v.string()),
  /** Whether its code has branches. */
  has_branches: v.boolean(),
  /** Whether visitors are asked for a password: that of previews, otherwise that of the application. */
  is_protected: v.boolean(),
  /** The one that was pushed to last first. */
  previews: v.array(AppPreview),
});
export type AppPreviews = v.InferOutput<typeof AppPreviews>;

const BranchPattern = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a branch or a pattern.'),
  v.maxLength(244, 'Use at most 244 characters.'),
  v.regex(/^[^\s~^:?[\\\p{Cc}]+$/u, 'This is not a branch or a pattern.'),
  v.check((text) => text.split('*').length <= 6, 'Use at most five stars.'),
);

const PreviewDays = v.pipe(
  v.number('Enter a number of days.'),
  v.integer('Enter a whole number of days.'),
  v.minValue(1, 'Enter at least 1 day.'),
  v.maxValue(PREVIEW_DAYS_MAX, `Enter at most ${PREVIEW_DAYS_MAX} days.`),
);

/** What is not given stays as it is. */
export const AppPreviewsInput = v.object({
  id: Id,
  enabled: v.optional(v.boolean()),
  branches: v.optional(
    list(BranchPattern, { max: PREVIEW_PATTERNS_MAX, tooMany: `Use at most ${PREVIEW_PATTERNS_MAX} patterns.` }),
  ),
  days: v.optional(PreviewDays),
  /** What visitors are asked for; null: nothing. */
  password_protection: v.optional(v.nullable(PasswordProtectionInput)),
  ...expected({
    branches: list(v.string(), { max: PREVIEW_PATTERNS_MAX }),
    days: PreviewDays,
    username: v.nullable(v.string()),
  }),
});

/** `build_id`: the release that was looked at; refused once the preview shows another one. */
export const PromotePreviewInput = v.object({ id: Id, build_id: v.optional(Id) });

export const PreviewBranchInput = v.object({ id: Id, branch: GithubBranchName });
