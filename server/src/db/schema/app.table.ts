import type {
  AppDatabaseStatus,
  AppMode,
  AppPart,
  AppRuntime,
  AppSource,
  AppType,
  BuildSettings,
  BuildStage,
  BuildStatus,
  BuildTrigger,
  CommitState,
  DeliveryResult,
  DeliverySender,
  PushSecret,
  RunStatus,
} from '@panel/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';
import { workload } from './workload.table.ts';

export type { AppType } from '@panel/contract';

/** Applications that belong together: of a full-stack application, its front end and its back end. */
export const appProject = pgTable(
  'app_project',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('app_project_customer').on(t.customerId, t.createdAt.desc(), t.id),
    index('app_project_partner').on(t.partnerId, t.createdAt.desc(), t.id),
  ],
);

/** What only applications have; each is a workload of the kind `node`. */
export const app = pgTable(
  'app',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => workload.id, { onDelete: 'cascade' }),
    type: text('type').$type<AppType>().notNull(),
    mode: text('mode').$type<AppMode>().notNull().default('manualDeploy'),
    part: text('part').$type<AppPart>().notNull().default('whole'),
    projectId: uuid('project_id').references(() => appProject.id, { onDelete: 'set null' }),
    source: text('source').$type<AppSource>().notNull().default('zip'),
    templateId: text('template_id'),
    /** `owner/name` at GitHub, the address of another Git server; null for templates and zips. */
    repository: text('repository'),
    branch: text('branch'),
    /** For a private repository elsewhere than at GitHub; sealed. */
    repositoryToken: text('repository_token'),
    /** By which installation of the GitHub App its code is read, and GitHub's number of the repository; null with an access token. */
    installationId: bigint('installation_id', { mode: 'number' }),
    repositoryId: bigint('repository_id', { mode: 'number' }),
    /** Since when the App may no longer read the repository. */
    repositoryLostAt: time('repository_lost_at'),
    autoDeploy: boolean('auto_deploy').notNull().default(true),
    /** What the owner chose; missing fields are as recognized. */
    settings: jsonb('settings').$type<Partial<BuildSettings>>().notNull().default({}),
    settingsVersion: integer('settings_version').notNull().default(0),
    /** What the last build recognized. */
    recognized: jsonb('recognized').$type<BuildSettings>(),
    previewsOn: boolean('previews_on').notNull().default(false),
    /** Patterns of branches that get previews; none: all. */
    previewBranches: jsonb('preview_branches').$type<string[]>().notNull().default([]),
    previewDays: integer('preview_days').notNull().default(7),
    previewUser: text('preview_user'),
    previewHash: text('preview_hash'),
    /** The release that answers. No foreign key: the build has one to the application. */
    liveBuildId: uuid('live_build_id'),
    /** The number of its newest build. */
    builds: integer('builds').notNull().default(0),
  },
  (t) => [
    index('app_project_apps').on(t.projectId),
    index('app_repository').on(t.repository),
    index('app_installation')
      .on(t.installationId, t.repositoryId)
      .where(sql`installation_id is not null`),
  ],
);

/** One build, and the release that it made. */
export const appBuild = pgTable(
  'app_build',
  {
    id: primaryId(),
    appId: uuid('app_id')
      .notNull()
      .references(() => app.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    status: text('status').$type<BuildStatus>().notNull().default('queued'),
    trigger: text('trigger').$type<BuildTrigger>().notNull(),
    branch: text('branch'),
    /** Of which preview it is; null for production. No foreign key: it stays one after the preview is gone. */
    previewId: uuid('preview_id'),
    /** The release of a preview that it makes the live one, instead of building. */
    promotes: uuid('promotes'),
    /** Whether its state is still to be told to the commit, which one has been, and when to try again. */
    isToTell: boolean('is_to_tell').notNull().default(false),
    told: text('told').$type<CommitState>(),
    /** GitHub's number of its check run. */
    checkRunId: bigint('check_run_id', { mode: 'number' }),
    tellAttempts: integer('tell_attempts').notNull().default(0),
    tellAt: time('tell_at'),
    /** Where it is, or where it ended. */
    stage: text('stage').$type<BuildStage>(),
    commit: text('commit'),
    commitMessage: text('commit_message'),
    commitAuthor: text('commit_author'),
    framework: text('framework'),
    runtime: text('runtime').$type<AppRuntime>(),
    nodeVersion: text('node_version'),
    /** The version of the variables that it was built with. */
    variablesVersion: integer('variables_version').notNull().default(0),
    /** Whether its release is still on the disk of its node. */
    isKept: boolean('is_kept').notNull().default(false),
    taskId: uuid('task_id'),
    startedBy: uuid('started_by').references(() => user.id, { onDelete: 'set null' }),
    error: text('error'),
    logLines: integer('log_lines').notNull().default(0),
    logLeftOut: integer('log_left_out').notNull().default(0),
    createdAt: createdAt(),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
  },
  (t) => [
    unique('app_build_number').on(t.appId, t.number),
    index('app_build_created').on(t.appId, t.createdAt.desc(), t.id),
    index('app_build_active')
      .on(t.appId)
      .where(sql`status in ('queued', 'building', 'deploying')`),
    index('app_build_to_tell')
      .on(t.tellAt)
      .where(sql`is_to_tell`),
    index('app_build_preview')
      .on(t.previewId, t.number.desc())
      .where(sql`preview_id is not null`),
  ],
);

/** Branches that answer at addresses of their own. One that has ended is removed once its files are gone. */
export const appPreview = pgTable(
  'app_preview',
  {
    id: primaryId(),
    appId: uuid('app_id')
      .notNull()
      .references(() => app.id, { onDelete: 'cascade' }),
    branch: text('branch').notNull(),
    /** In its address and its name on the disk; the address is `label` below the domain of its partner. */
    key: text('key').notNull().unique('app_preview_key'),
    label: text('label').notNull().unique('app_preview_label'),
    /** The build that answers. */
    liveBuildId: uuid('live_build_id'),
    pushedAt: time('pushed_at').notNull(),
    endsAt: time('ends_at').notNull(),
    endedAt: time('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('app_preview_branch')
      .on(t.appId, t.branch)
      .where(sql`ended_at is null`),
    index('app_preview_ends').on(t.endsAt),
    index('app_preview_ended')
      .on(t.endedAt)
      .where(sql`ended_at is not null`),
  ],
);

/** Some lines of the log of a build, as they came. */
export const appBuildLog = pgTable(
  'app_build_log',
  {
    buildId: uuid('build_id')
      .notNull()
      .references(() => appBuild.id, { onDelete: 'cascade' }),
    /** The number of the first line, from 1. */
    line: integer('line').notNull(),
    lines: jsonb('lines').$type<{ at: string; text: string }[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.buildId, t.line] })],
);

/** Environment variables: each change is a version of all of one environment, sealed together. */
export const appVariables = pgTable(
  'app_variables',
  {
    appId: uuid('app_id')
      .notNull()
      .references(() => app.id, { onDelete: 'cascade' }),
    environment: text('environment').$type<'production' | 'preview'>().notNull(),
    version: integer('version').notNull(),
    names: integer('names').notNull(),
    sealed: text('sealed').notNull(),
    changedBy: uuid('changed_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.appId, t.environment, t.version] })],
);

/** The PostgreSQL databases of applications. */
export const appDatabase = pgTable('app_database', {
  appId: uuid('app_id')
    .primaryKey()
    .references(() => app.id, { onDelete: 'cascade' }),
  status: text('status').$type<AppDatabaseStatus>().notNull(),
  /** The password of its user; sealed. */
  sealed: text('sealed').notNull(),
  error: text('error'),
  createdAt: createdAt(),
  passwordAt: time('password_at').notNull(),
});

/** Commands of applications that run at certain times. When, is in the schedule of the same id. */
export const appSchedule = pgTable(
  'app_schedule',
  {
    id: primaryId(),
    appId: uuid('app_id')
      .notNull()
      .references(() => app.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    command: text('command').notNull(),
    /** Five fields, in UTC. */
    cron: text('cron').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('app_schedule_app').on(t.appId, t.createdAt)],
);

/** Commands that ran in the environment of an application, by the id of their task. */
export const appRun = pgTable(
  'app_run',
  {
    id: uuid('id').primaryKey(),
    appId: uuid('app_id')
      .notNull()
      .references(() => app.id, { onDelete: 'cascade' }),
    scheduleId: uuid('schedule_id').references(() => appSchedule.id, { onDelete: 'set null' }),
    command: text('command').notNull(),
    status: text('status').$type<RunStatus>().notNull().default('queued'),
    exitCode: integer('exit_code'),
    error: text('error'),
    startedBy: uuid('started_by').references(() => user.id, { onDelete: 'set null' }),
    logLines: integer('log_lines').notNull().default(0),
    createdAt: createdAt(),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
  },
  (t) => [index('app_run_created').on(t.appId, t.createdAt.desc(), t.id), index('app_run_schedule').on(t.scheduleId)],
);

/** Some lines of the log of a command, as they came. */
export const appRunLog = pgTable(
  'app_run_log',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => appRun.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    lines: jsonb('lines').$type<{ at: string; text: string }[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.line] })],
);

/** Secrets of webhooks and deploy hooks: a key of signatures is sealed, of the others only the SHA-256 is stored. */
export const appPushSecret = pgTable(
  'app_push_secret',
  {
    appId: uuid('app_id')
      .notNull()
      .references(() => app.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PushSecret>().notNull(),
    sealed: text('sealed'),
    hash: text('hash').unique('app_push_secret_hash'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.appId, t.kind] })],
);

/** Requests that told of pushes. */
export const appDelivery = pgTable(
  'app_delivery',
  {
    id: primaryId(),
    appId: uuid('app_id')
      .notNull()
      .references(() => app.id, { onDelete: 'cascade' }),
    sender: text('sender').$type<DeliverySender>().notNull(),
    fromAddress: text('from_address').notNull(),
    result: text('result').$type<DeliveryResult>().notNull(),
    branch: text('branch'),
    commit: text('commit'),
    buildId: uuid('build_id').references(() => appBuild.id, { onDelete: 'set null' }),
    /** Of what was sent, so that it counts once; null for what counts each time. */
    digest: text('digest'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('app_delivery_digest').on(t.appId, t.digest),
    index('app_delivery_created').on(t.appId, t.createdAt.desc(), t.id),
    index('app_delivery_old').on(t.createdAt),
  ],
);
