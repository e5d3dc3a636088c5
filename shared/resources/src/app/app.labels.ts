import { t, type App, type AppBuild } from '@panel/core';
import type { LimitKind } from '@panel/contract';
import type { AppDatabaseStatus, RunStatus } from '@panel/contract/app-values';
import type { StatusTone } from '@panel/contract/status';

const TYPES: Readonly<Record<App['type'], string>> = {
  manual: t('Manual'),
  fullstack: t('Full-stack'),
  frontend: t('Front-end'),
};

/** What people call a kind of application; one that is built and answers by a process of its own is a server. */
export const typeLabel = ({ type, runtime }: Pick<App, 'type' | 'runtime'>): string =>
  type === 'frontend' && runtime === 'node' ? t('Server') : TYPES[type];

const PARTS: Readonly<Record<App['part'], string>> = {
  whole: t('Application'),
  frontend: t('Front end'),
  backend: t('Back end'),
};

export const partLabel = (part: App['part']): string => PARTS[part];

/** The words and the color of a build's status. */
export const buildStatusLabels: Readonly<Record<AppBuild['status'], { label: string; tone: StatusTone }>> = {
  queued: { label: t('Queued'), tone: 'neutral' },
  building: { label: t('Building'), tone: 'info' },
  deploying: { label: t('Publishing'), tone: 'info' },
  success: { label: t('Succeeded'), tone: 'success' },
  failed: { label: t('Failed'), tone: 'danger' },
  cancelled: { label: t('Cancelled'), tone: 'neutral' },
  superseded: { label: t('Superseded'), tone: 'neutral' },
};

/** The words and the color of the status of a database. */
export const databaseStatusLabels: Readonly<Record<AppDatabaseStatus, { label: string; tone: StatusTone }>> = {
  creating: { label: t('Being created'), tone: 'info' },
  changing: { label: t('Being changed'), tone: 'info' },
  ready: { label: t('Ready'), tone: 'success' },
  deleting: { label: t('Being deleted'), tone: 'info' },
  failed: { label: t('Failed'), tone: 'danger' },
};

/** The words and the color of the status of a command. */
export const runStatusLabels: Readonly<Record<RunStatus, { label: string; tone: StatusTone }>> = {
  queued: { label: t('Waiting'), tone: 'neutral' },
  running: { label: t('Running'), tone: 'info' },
  success: { label: t('Succeeded'), tone: 'success' },
  failed: { label: t('Failed'), tone: 'danger' },
  cancelled: { label: t('Cancelled'), tone: 'neutral' },
  skipped: { label: t('Skipped'), tone: 'warning' },
};

const TRIGGERS: Readonly<Record<AppBuild['trigger'], string>> = {
  create: t('First deployment'),
  manual: t('Deployed by hand'),
  push: t('Push'),
  upload: t('Uploaded files'),
  restore: t('Restored from a backup'),
  promote: t('Promoted from a preview'),
};

export const triggerLabel = (trigger: AppBuild['trigger']): string => TRIGGERS[trigger];

/** A commit in seven characters, as Git shows it. */
export const shortCommit = (commit: string): string => commit.slice(0, 7);

/** Names of frameworks that start with a small letter elsewhere. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  static: t('HTML'),
  vite: t('Vite'),
  astro: t('Astro'),
  eleventy: t('Eleventy'),
  next: t('Next.js'),
  nuxt: t('Nuxt'),
  express: t('Express'),
  hono: t('Hono'),
  nest: t('NestJS'),
};

export const frameworkLabel = (framework: string | null): string =>
  framework === null ? '–' : (FRAMEWORKS[framework] ?? framework);

export const runtimeLabel = (runtime: App['runtime']): string =>
  runtime === null ? '–' : runtime === 'static' ? t('Static files') : t('Node.js server');

/** What an application did when it hit a limit of its plan. */
export const appLimitText: Readonly<Record<LimitKind, () => string>> = {
  memory: () => t('It used more memory than its plan has, and was restarted.'),
  cpu: () => t('It kept running after all visitors had left, and was restarted.'),
  processes: () => t('It tried to run more processes at once than its plan allows.'),
  files: () => t('It tried to open more files at once than its plan allows.'),
  fileSize: () => t('It tried to write a file that is larger than its plan allows.'),
  disk: () => t('It reached the disk space of its plan and cannot save anything new.'),
  time: () => t('A request took longer than its plan allows, and was ended.'),
  requests: () => t('More visitors came at once than its plan allows, and some were asked to try again.'),
  mails: () => t('It tried to send more emails in an hour than its plan allows.'),
  network: () => t('It tried to reach a private address. This is always blocked.'),
};
