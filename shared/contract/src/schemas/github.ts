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

/** The number that GitHub gives to an account's installation of the App. */
export const GithubInstallationId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

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

/** Whether this panel has a GitHub App, and the account that the caller has connected with it. */
export const GithubAppConnection = v.object({
  is_configured: v.boolean(),
  login: v.nullable(v.string()),
  /** Access that was ended here, and that GitHub has not taken back yet; `until`: when we stop trying. */
  revocation: v.nullable(
    v.object({
      login: v.string(),
      state: v.picklist(['pending', 'failed']),
      until: v.string(),
      /** Where people end it themselves. */
      settings_url: v.string(),
    }),
  ),
});
export type GithubAppConnection = v.InferOutput<typeof GithubAppConnection>;

/** Pages that offer to connect GitHub, and to which it leads back. */
export const GithubAppConnectInput = v.object({
  next: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.regex(
        /^\/(?:new-app\/(?:existing-project\/pick-repo|full-stack\/pick-(?:front|back)end-repo)|manage-app\/overview\/[0-9a-f-]{36})$/,
        'This page offers no connection with GitHub.',
      ),
    ),
    '/new-app/existing-project/pick-repo',
  ),
});

/** What GitHub sends a browser back with. */
export const GithubAppAnswer = v.object({
  state: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  code: v.optional(v.pipe(v.string(), v.maxLength(4000))),
  iss: v.optional(v.pipe(v.string(), v.maxLength(500))),
  error: v.optional(v.pipe(v.string(), v.maxLength(200))),
  error_description: v.optional(v.pipe(v.string(), v.maxLength(2000))),
});

/** An account or organization that has installed the App, and which the caller may read. */
export const GithubInstallation = v.object({
  id: GithubInstallationId,
  login: v.string(),
  kind: v.picklist(['user', 'organization']),
  is_suspended: v.boolean(),
  /** Where its owner chooses the repositories. */
  settings_url: v.nullable(v.string()),
});
export type GithubInstallation = v.InferOutput<typeof GithubInstallation>;

export const GithubInstallations = v.object({
  /** Where the App is installed for a further account. */
  install_url: v.string(),
  rows: v.array(GithubInstallation),
});
export type GithubInstallations = v.InferOutput<typeof GithubInstallations>;

export const GithubAppReposQuery = v.object({
  installation_id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'This is not an installation.'), v.transform(Number)),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
});

/** At most a hundred repositories; `total` counts those that match, `is_partial` when there are too many to look at all. */
export const GithubAppRepos = v.object({ rows: v.array(GithubRepo), total: v.number(), is_partial: v.boolean() });
export type GithubAppRepos = v.InferOutput<typeof GithubAppRepos>;

export const GithubAppBranchesQuery = v.object({ owner, repo_name: repositoryName });
