import * as v from 'valibot';
import {
  APP_ENVIRONMENTS,
  APP_MODES,
  APP_PARTS,
  APP_RUNTIMES,
  APP_SOURCES,
  APP_TYPES,
  APP_VARIABLES_MAX,
  GITHUB_ACCESS,
  PACKAGE_MANAGERS,
  VARIABLE_PHASES,
} from '../app-values.ts';
import { list } from './bounded.ts';
import { Fqdn, Id, queryList, SiteName } from './fields.ts';
import { GithubBranchName, GithubInstallationId, GithubRepository } from './github.ts';
import { listQuery } from './list.ts';
import { Evidence, PasswordProtectionInput, SiteHealth, SiteUptime } from './site.ts';
import { HEALTH_FILTERS, SiteStatus } from './status.ts';
import { TagFilter } from './tag.ts';
import { AppBuild } from './app-build.ts';

const text = (max: number, message = `Use at most ${max} characters.`) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, message),
    v.regex(/^[^\p{Cc}]*$/u, 'Remove line breaks and control characters.'),
  );

/** A folder of a repository, relative to its root; empty for the root itself. */
export const RepositoryFolder = v.pipe(
  text(200),
  v.regex(/^(?!\/)(?!.*\/\/)(?!(?:.*\/)?\.\.?(?:\/|$))[^\\]*$/, 'Use a path inside the repository, such as apps/web.'),
);

/** An https address of a Git repository, without user name or password. */
export const GitAddress = v.pipe(
  v.string('Enter the address of the repository.'),
  v.trim(),
  v.maxLength(500, 'Use at most 500 characters.'),
  v.regex(
    /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?\/[\w.~%/@+-]+$/i,
    'Use an address such as https://git.example.com/team/app.git.',
  ),
);

/** Words of one command, separated by spaces; quotes keep spaces. It is started without a shell, so that operators have no meaning. */
const Command = text(500);

/** How an application is built and started. Null: as recognized in the code. */
export const BuildSettings = v.object({
  framework: v.nullable(text(60)),
  package_manager: v.nullable(v.picklist(PACKAGE_MANAGERS)),
  root_folder: RepositoryFolder,
  install_command: v.nullable(Command),
  build_command: v.nullable(Command),
  output_folder: v.nullable(RepositoryFolder),
  runtime: v.nullable(v.picklist(APP_RUNTIMES)),
  start_command: v.nullable(Command),
  node_version: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'Choose a version of Node.js.'))),
  /** Unknown paths answer with `index.html`, for single-page applications. */
  spa_fallback: v.boolean(),
  /** Whether the build step can reach public addresses; installing always reaches the package registry. */
  build_network: v.boolean(),
});
export type BuildSettings = v.InferOutput<typeof BuildSettings>;

export const AppRepository = v.object({
  source: v.picklist(APP_SOURCES),
  /** `owner/name` at GitHub; the address elsewhere; null for templates and zips. */
  repository: v.nullable(v.string()),
  /** Its page in a browser, or null. */
  url: v.nullable(v.string()),
  branch: v.nullable(v.string()),
  /** Whether a push builds by itself. */
  auto_deploy: v.boolean(),
  /** Whether the GitHub App may read it; null for what is not read by the App. */
  github_access: v.nullable(v.picklist(GITHUB_ACCESS)),
});

export const App = v.object({
  id: v.string(),
  /** The same id, under the name that calls of sites use (data calls §7). */
  site_id: v.string(),
  fqdn: v.string(),
  /** Address with scheme and port. */
  url: v.string(),
  name: v.string(),
  type: v.picklist(APP_TYPES),
  mode: v.picklist(APP_MODES),
  part: v.picklist(APP_PARTS),
  project_id: v.nullable(v.string()),
  /** The other workload of a full-stack application, or null. */
  other_part: v.nullable(v.object({ id: v.string(), fqdn: v.string(), part: v.picklist(APP_PARTS) })),
  status: SiteStatus,
  health: SiteHealth,
  repository: AppRepository,
  framework: v.nullable(v.string()),
  runtime: v.nullable(v.picklist(APP_RUNTIMES)),
  domain_type: v.picklist(['sub_domain', 'custom_domain']),
  plan_type: v.string(),
  license_key: v.nullable(v.string()),
  customer_id: v.nullable(v.string()),
  customer_email: v.nullable(v.string()),
  tags: v.array(v.string()),
  /** The release that answers, and the newest build; null before the first. */
  live_build: v.nullable(AppBuild),
  last_build: v.nullable(AppBuild),
  is_password_protected: v.boolean(),
  picture_url: v.nullable(v.string()),
  /** Bytes on disk; null until measured. */
  file_size: v.nullable(v.number()),
  totalRequests: v.number(),
  totalPageViews: v.number(),
  totalCDNUsage: v.number(),
  /** The task that works on it now, or null. */
  task_id: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type App = v.InferOutput<typeof App>;

/** What a list of applications shows. */
export const AppFilter = v.object({
  searchKey: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  health: v.optional(queryList(HEALTH_FILTERS)),
  tag: v.optional(TagFilter),
});

export const AppListQuery = v.object({
  ...listQuery(['created_at', 'fqdn', 'name', 'type']),
  ...AppFilter.entries,
  site_id: v.optional(Id),
  project_id: v.optional(Id),
});

export const AppProject = v.object({
  id: v.string(),
  name: v.string(),
  apps: v.array(
    v.object({ id: v.string(), fqdn: v.string(), name: v.string(), part: v.picklist(APP_PARTS), status: SiteStatus }),
  ),
  created_at: v.string(),
});
export type AppProject = v.InferOutput<typeof AppProject>;

export const AppTemplate = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  framework: v.string(),
  runtime: v.picklist(APP_RUNTIMES),
  /** Whether it has a front end, a back end and a database. */
  full_stack: v.boolean(),
  /** What this machine lacks to run it, in words; null when it runs. */
  missing: v.nullable(v.string()),
  picture_url: v.nullable(v.string()),
  tags: v.array(v.string()),
});
export type AppTemplate = v.InferOutput<typeof AppTemplate>;

/** The main numbers of the applications of an account, and what this server can do. */
export const AppDashboard = v.object({
  appCount: v.number(),
  projectCount: v.number(),
  /**
   * Build seconds used in this month, and how many the plan has; the count begins anew on the first day of the next. Null for a
   * member of some sites and applications: it is of the whole account.
   */
  build_seconds: v.nullable(v.number()),
  build_seconds_limit: v.number(),
  renews_at: v.string(),
  totalPageViews: v.nullable(v.number()),
  totalCDNUsage: v.nullable(v.number()),
  /** Why builds and servers cannot run here, in words; null when they can. */
  builds_missing: v.nullable(v.string()),
  /** Why applications cannot have databases here, in words; null when they can. */
  databases_missing: v.nullable(v.string()),
  node_versions: v.array(v.string()),
});
export type AppDashboard = v.InferOutput<typeof AppDashboard>;

/** What the checks of an application saw, as those of a site do. */
export const AppChecks = v.object({ evidence: v.array(Evidence), uptime: SiteUptime });
export type AppChecks = v.InferOutput<typeof AppChecks>;

const tenantHints = { reseller_email: v.optional(v.string()), partner_domain: v.optional(v.string()) };

/** Where the code of an existing project is. */
const GitSource = v.variant('source', [
  v.object({
    source: v.literal('github'),
    repository: GithubRepository,
    branch: GithubBranchName,
    /** By the GitHub App, of one of the caller's own installations; absent: by the access token that was given. */
    installation_id: v.optional(GithubInstallationId),
  }),
  v.object({
    source: v.literal('git'),
    repository: GitAddress,
    branch: GithubBranchName,
    /** For a private repository; never returned. */
    token: v.optional(v.pipe(v.string(), v.maxLength(500), v.regex(/^[\x21-\x7e]+$/, 'This is not an access token.'))),
  }),
]);

/** A new application from a template, or from nothing: both start with a repository in the panel. */
export const ProjectCreateInput = v.object({
  isWebApp: v.optional(v.boolean(), true),
  /** Absent: an empty page, to start from scratch. */
  template_id: v.optional(v.pipe(v.string(), v.maxLength(60))),
  /** An empty repository in the panel, into which its owner pushes. */
  empty: v.optional(v.boolean()),
  repo_visibility: v.optional(v.picklist(['public', 'private']), 'private'),
  repo_name: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/, 'Use letters, digits, hyphens, underscores and dots.'),
    ),
  ),
  /** The first label of its address. */
  fqdn: SiteName,
  license_key: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...tenantHints,
});
export type ProjectCreateInput = v.InferInput<typeof ProjectCreateInput>;

export const ExistingAppInput = v.object({
  fqdn: SiteName,
  from: GitSource,
  settings: v.optional(v.partial(BuildSettings)),
  license_key: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...tenantHints,
});
export type ExistingAppInput = v.InferInput<typeof ExistingAppInput>;

export const FullstackAppInput = v.object({
  fqdn: SiteName,
  frontend: v.object({ from: GitSource, settings: v.optional(v.partial(BuildSettings)) }),
  backend: v.object({ from: GitSource, settings: v.optional(v.partial(BuildSettings)) }),
  /** Whether it gets a PostgreSQL database of its own. */
  database: v.optional(v.boolean(), true),
  license_key: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...tenantHints,
});
export type FullstackAppInput = v.InferInput<typeof FullstackAppInput>;

/** The JSON part `app` of a manual deployment; its other part is `manualAppZipFile`. */
export const ManualAppPart = v.object({
  fqdn: SiteName,
  spa_fallback: v.optional(v.boolean(), false),
  license_key: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...tenantHints,
});
export const ManualUpdatePart = v.object({ spa_fallback: v.optional(v.boolean()), ...tenantHints });

/** Another name (a sub-domain's first label), another branch, or a password for its visitors. */
export const AppUpdateInput = v.object({
  id: Id,
  fqdn: v.optional(Fqdn),
  branch: v.optional(GithubBranchName),
  auto_deploy: v.optional(v.boolean()),
  /** What visitors are asked for; null: nothing. */
  password_protection: v.optional(v.nullable(PasswordProtectionInput)),
});

export const AppSettingsInput = v.object({
  id: Id,
  version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  settings: BuildSettings,
});
/** What the owner chose, what the last build recognized, and a number that rises with each change. */
export const AppSettings = v.object({
  settings: BuildSettings,
  recognized: v.nullable(BuildSettings),
  version: v.number(),
});
export type AppSettings = v.InferOutput<typeof AppSettings>;

const VariableName = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.maxLength(128, 'Use at most 128 characters.'),
  v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Use letters, digits and underscores; start with a letter.'),
);
const VariableInput = v.object({
  name: VariableName,
  /** Null keeps the stored value of a variable of this name. */
  value: v.nullable(
    v.pipe(
      v.string(),
      v.maxLength(16_384, 'A value can have at most 16,384 characters.'),
      v.check((value) => !value.includes('\0'), 'Remove the NUL character.'),
    ),
  ),
  phase: v.picklist(VARIABLE_PHASES),
  secret: v.boolean(),
});
export const AppVariablesQuery = v.object({
  id: Id,
  environment: v.optional(v.picklist(APP_ENVIRONMENTS), 'production'),
});
/** All variables of an environment: those that are left out are removed. */
export const AppVariablesInput = v.object({
  id: Id,
  environment: v.picklist(APP_ENVIRONMENTS),
  /** The version that was shown, so that nobody's change is overwritten. */
  version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  variables: list(VariableInput, { max: APP_VARIABLES_MAX }),
});
export const AppVariables = v.object({
  environment: v.picklist(APP_ENVIRONMENTS),
  version: v.number(),
  /** The version that the live release runs with; another one needs a new deployment. */
  live_version: v.nullable(v.number()),
  /** `value` is null for a secret, which never leaves the server. */
  variables: v.array(
    v.object({
      name: v.string(),
      value: v.nullable(v.string()),
      phase: v.picklist(VARIABLE_PHASES),
      secret: v.boolean(),
    }),
  ),
  versions: v.array(
    v.object({ version: v.number(), names: v.number(), by: v.nullable(v.string()), created_at: v.string() }),
  ),
});
export type AppVariables = v.InferOutput<typeof AppVariables>;
