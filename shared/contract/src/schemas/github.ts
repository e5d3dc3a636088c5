import * as v from 'valibot';
import { Id } from './fields.ts';

const owner = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'This is not the name of an account.'));
const repositoryName = v.pipe(
  v.string(),
  v.regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/, 'Use letters, digits, hyphens, underscores and dots.'),
);

/** `owner/name`. */
export const GithubRepository = v.pipe(
  v.string('Choose a repository.'),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/, 'Choose a repository.'),
);

/** A branch as `git check-ref-format` allows it. */
export const GithubBranchName = v.pipe(
  v.string('Choose a branch.'),
  v.maxLength(244, 'Choose a branch.'),
  v.regex(/^(?![/-])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[^\s~^:?*[\\\p{Cc}]+$/u, 'Choose a branch.'),
);

export const GithubRepo = v.object({
  name: v.string(),
  /** `owner/name`. */
  full_name: v.string(),
  owner: v.string(),
  private: v.boolean(),
  default_branch: v.string(),
  /** The last push; null for a repository without one. */
  pushed_at: v.nullable(v.string()),
});
export type GithubRepo = v.InferOutput<typeof GithubRepo>;

export const GithubBranch = v.object({ name: v.string(), commit: v.string() });
export type GithubBranch = v.InferOutput<typeof GithubBranch>;

/** The branches of a repository; without `owner`, of one that belongs to the connected account. */
export const GithubBranchesQuery = v.object({ repo_name: repositoryName, owner: v.optional(owner) });

export const GithubCreateRepoInput = v.object({
  repo_name: repositoryName,
  repo_visibility: v.optional(v.picklist(['public', 'private']), 'private'),
});

/** An access token that the user made at GitHub. */
export const GithubTokenInput = v.object({
  access_token: v.pipe(
    v.string('Enter an access token.'),
    v.trim(),
    v.nonEmpty('Enter an access token.'),
    v.maxLength(500, 'This is not an access token.'),
    v.regex(/^[\x21-\x7e]+$/, 'This is not an access token.'),
  ),
});

/** `login` is null while no account is connected. */
export const GithubConnection = v.object({ login: v.nullable(v.string()) });
export type GithubConnection = v.InferOutput<typeof GithubConnection>;

/** What a site is deployed from, and what is deployed now. */
export const GithubDeployment = v.object({
  repository: v.string(),
  branch: v.string(),
  /** The address of the branch at GitHub. */
  url: v.string(),
  /** The published commit; null until the first deployment. */
  commit: v.nullable(v.string()),
  /** The published folder of the repository; empty for the repository itself. */
  folder: v.nullable(v.string()),
  files: v.nullable(v.number()),
  deployed_at: v.nullable(v.string()),
});
export type GithubDeployment = v.InferOutput<typeof GithubDeployment>;

/** The access token of the path is neither used nor stored: the panel has the connected account's own (ADR 0053). */
export const GithubSiteQuery = v.object({ siteId: Id, accessToken: v.pipe(v.string(), v.maxLength(500)) });
