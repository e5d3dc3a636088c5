import { Collisions, KEPT_TABLES, type Merged } from '@panel/contract';
import { described, reasonOf, said, sentence, type Said, type Sentence } from '../../context/said.ts';
import { RESTORED_PARTS } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { NEW_BACKUP } from '../backup/backup-steps.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { Database } from '../../db/database.ts';
import type { SiteSpec } from '../../hosting/driver.ts';
import { defineKind, outlineOf, type StepContext, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';
import type { TaskKinds } from '../../tasks/task-kind.ts';
import { addressOf } from '../../config/config.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { backupEnd } from '../backup/backup-end.ts';
import { restoreKind } from '../backup/backup-restore.tasks.ts';
import { backupOfTask } from '../backup/backup.repo.ts';
import { answerStep, safetySteps } from '../backup/replace-steps.ts';
import { endFailedReplacement } from '../backup/replace-task.ts';
import { checkSite, measureSite } from '../site/site-checks.ts';
import { answeredSince, SITE_TASK, siteOf } from '../site/site-task-steps.ts';
import { moveSite, taskSite, type SiteRow } from '../site/site.repo.ts';
import { deleteSite } from '../dns/delete-site.repo.ts';
import { contentOf } from './staging-difference.ts';
import { childOf, recordStaging, stagingOf } from '../site/site-staging.repo.ts';

/** `otherId`: the site of the pair that the task only reads. */
export const CreatePayload = definePayload(v.object({ otherId: v.string() }));
export type CreatePayload = PayloadOf<typeof CreatePayload>;
export const RefreshPayload = definePayload(v.object({ ...NEW_BACKUP, otherId: v.string() }));
export type RefreshPayload = PayloadOf<typeof RefreshPayload>;
export const PublishPayload = definePayload(
  v.object({
    ...NEW_BACKUP,
    otherId: v.string(),
    parts: v.optional(v.picklist(RESTORED_PARTS), 'all'),
    keep: v.optional(v.array(v.picklist(KEPT_TABLES)), []),
    /** Whose version stays of what both have changed; null replaces what only the live site has changed, too. */
    merge: v.optional(v.nullable(Collisions), null),
  }),
);
export type PublishPayload = PayloadOf<typeof PublishPayload>;

const stale = [...SITE_TASK.stale, 'staging', 'backup'];
const REMEMBER_MS = 5 * 60_000;
const NO_CHANGES = { count: 0, bytes: 0, paths: [] };
const NO_FILES = { added: NO_CHANGES, changed: NO_CHANGES, removed: NO_CHANGES };
const LEAVES_LIVE = 'The live site stays as it is.';
const LEAVES_STAGING = 'The staging site stays as it is.';

export const stagingLink = (liveId: string): string => `/manage-site/staging-environment/${liveId}`;

const otherOf = ({ task }: Pick<StepContext, 'task'>): string => CreatePayload.of(task.payload).otherId;

const specOf = ({ app }: StepContext, site: SiteRow): SiteSpec => ({
  siteId: site.id,
  kind: 'wordpress',
  fqdn: site.fqdn,
  url: addressOf(app.config, site.fqdn),
  title: site.title,
  adminUser: site.adminUser,
  adminEmail: site.adminEmail,
  adminPassword: '',
});

const cloneStep: StepDefinition = {
  name: 'clone',
  title: 'Copying files and database of the live site',
  cancel: 'now',
  leaves: 'The copy is deleted. The live site stays as it is.',
  async run(context) {
    const { app } = context;
    const site = await siteOf(context);
    const copiedAt = app.clock.now();
    await app.hosting.clone(otherOf(context), specOf(context, site), context);
    await recordStaging(app.db, site.id, { copiedAt, baselineAt: copiedAt });
  },
  check: async ({ app, task }) => Boolean((await stagingOf(app.db, task.resourceId))?.copiedAt),
  async undo({ app, task }) {
    await app.hosting.destroy(task.resourceId);
  },
};

/**
 * Remembers what both sites have in common from now on, so that a later difference knows which of them was changed. Without
 * it, the difference says less.
 */
const rememberStep = (stagingIdOf: (context: StepContext) => string): StepDefinition => ({
  name: 'remember',
  title: 'Remembering what both sites have in common',
  cancel: 'no',
  timeoutMs: REMEMBER_MS,
  async run(context) {
    const { app, task } = context;
    const stagingId = stagingIdOf(context);
    if (task.kind === 'staging.publish' && PublishPayload.of(task.payload).parts === 'files') return;
    const contentAt = app.clock.now();
    await recordStaging(app.db, stagingId, { contentAt: null });
    await noted(context, async () => {
      await app.hosting.rememberContent(stagingId, contentAt);
      await recordStaging(app.db, stagingId, { contentAt });
    });
  },
  check: async () => true,
});

/** What cannot be compared is no reason to copy nothing, nor to undo a copy. */
async function noted(context: StepContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (context.signal.aborted) throw error;
    context.note(error instanceof HostingError ? `${error.message} ${error.detail ?? ''}` : String(error));
  }
}

/** Stores what a publish changes, so that reverting it shows that, too. */
const compareStep: StepDefinition = {
  name: 'compare',
  title: 'Comparing staging with the live site',
  cancel: 'now',
  leaves: LEAVES_LIVE,
  timeoutMs: REMEMBER_MS,
  async run(context) {
    const { app, task } = context;
    const [stagingId, liveId] = [otherOf(context), task.resourceId];
    const { parts, keep } = PublishPayload.of(task.payload);
    const copied = (await stagingOf(app.db, stagingId))?.contentAt ?? null;
    const note = (error: HostingError) => context.note(`${error.message} ${error.detail ?? ''}`);
    await recordStaging(app.db, stagingId, { nextDifference: null });
    await noted(context, async () => {
      const files = parts === 'database' ? NO_FILES : await app.hosting.compareFiles(stagingId, liveId);
      const content = parts === 'files' ? null : await contentOf(app.hosting, { stagingId, liveId, copied }, note);
      await recordStaging(app.db, stagingId, { nextDifference: { parts, files, content, keep } });
    });
  },
  check: async () => true,
};

const measureStep: StepDefinition = {
  name: 'measure',
  title: 'Checking that the staging site answers',
  cancel: 'no',
  async run(context) {
    const site = await siteOf(context);
    await measureSite(context.app, site.id);
    const evidence = await checkSite(context.app, site, site.fqdn);
    for (const { name, detail } of evidence) context.note(`${name}: ${detail}`);
  },
  check: async ({ app, task }) => answeredSince(app.db, task, 'measure'),
};

/** Both sites are ready again, however the task has ended. */
async function release(tx: Database, context: StepContext): Promise<void> {
  for (const id of [context.task.resourceId, otherOf(context)])
    if ((await taskSite(tx, id))?.status === 'processing') await moveSite(tx, id, 'ready', { taskId: null });
}

/** A staging site that was not completed leaves nothing behind. */
async function removeUnfinished(tx: Database, context: StepContext): Promise<void> {
  await release(tx, context);
  await deleteSite(tx, context.task.resourceId);
}

const createKind = defineKind({
  payload: CreatePayload,
  ...SITE_TASK,
  stale,
  label: 'Creating the staging environment',
  steps: [cloneStep, rememberStep(({ task }) => task.resourceId), measureStep],
  undoOnFailure: true,
  async succeeded(tx, context) {
    await release(tx, context);
    await moveSite(tx, context.task.resourceId, 'ready', { taskId: null });
    const text = said('{site} is ready.', { site: context.task.title });
    return { type: 'site_staging', ...described(text), link: stagingLink(otherOf(context)) };
  },
  async failed(tx, context, error) {
    await removeUnfinished(tx, context);
    const text = said('{site} could not be created. {reason}', {
      ...{ site: context.task.title, reason: reasonOf(error) },
    });
    return { type: 'site_staging', ...described(text), link: stagingLink(otherOf(context)) };
  },
  async cancelled(tx, context) {
    await removeUnfinished(tx, context);
    return null;
  },
  ended: async ({ app, task }) => app.edge.invalidate(task.title),
});

/** Stores what stayed of the live site beside what the publish changes. */
async function recordMerged(
  db: Database,
  stagingId: string,
  merged: (Merged & { collisions: Collisions }) | null,
): Promise<void> {
  const next = (await stagingOf(db, stagingId))?.nextDifference;
  if (next) await recordStaging(db, stagingId, { nextDifference: { ...next, merged } });
}

/** Replaces the content of the task's site by that of the other one in one rename. */
function copyStep(title: string, leaves: string): StepDefinition {
  let copied = false;
  return {
    name: 'copy',
    title,
    cancel: 'no',
    leaves,
    async run(context) {
      const { app, task } = context;
      const { parts = 'all', keep = [], merge = null } = PublishPayload.of(task.payload);
      const common = (await stagingOf(app.db, otherOf(context)))?.contentAt ?? null;
      if (merge && !common) context.note('What the sites had in common is not known, so nothing is merged');
      const what = { parts, keep, merge: merge && common && { ...merge, copied: common } };
      const merged = await app.hosting.copyInto(otherOf(context), task.resourceId, what, context);
      await recordMerged(app.db, otherOf(context), merged && merge && { ...merged, collisions: merge });
      copied = true;
    },
    // Neither site shows whether an interrupted attempt has copied, so the next one copies again.
    check: async () => copied,
  };
}

/** When the copy began: later rows of either site are not in the other. */
function copiedAt({ task }: StepContext): Date {
  const started = task.steps.find(({ name }) => name === 'copy')?.started;
  return started ? new Date(started) : task.createdAt;
}

type Copying = Pick<TaskKind, 'label'> & {
  copying: string;
  answering: string;
  leaves: string;
  /** Steps before the backup, and after the site has answered. */
  before?: StepDefinition[];
  after?: StepDefinition[];
  done(site: string): Said;
  failed(site: string, reason: Sentence[]): Said;
  /** The live site of the pair. */
  liveOf(context: StepContext): string;
  payload: typeof PublishPayload | typeof RefreshPayload;
  recorded(tx: Database, context: StepContext): Promise<void>;
};

/** A task that replaces one site of a pair by the other, after a backup. */
function copyKind({ label, copying, answering, leaves, before = [], after = [], ...rest }: Copying): TaskKind {
  const { done, failed, liveOf, recorded, payload } = rest;
  const steps = () => [...before, ...safetySteps(leaves), copyStep(copying, leaves), answerStep(answering), ...after];
  return defineKind({
    ...SITE_TASK,
    stale,
    label,
    payload,
    steps,
    outline: () => steps().map(outlineOf),
    undoOnFailure: true,
    async succeeded(tx, context) {
      await removeWork(context.app, context.task.id);
      await release(tx, context);
      await recorded(tx, context);
      return { type: 'site_staging', ...described(done(context.task.title)), link: stagingLink(liveOf(context)) };
    },
    async failed(tx, context, error) {
      const reason = await endFailedReplacement(tx, context, error, sentence('Its previous content is back.'));
      await release(tx, context);
      return {
        type: 'site_staging',
        ...described(failed(context.task.title, reason)),
        link: stagingLink(liveOf(context)),
      };
    },
    async cancelled(tx, context) {
      await backupEnd.cancelled(tx, context);
      await release(tx, context);
      return null;
    },
    ended: async ({ app, task }) => app.edge.invalidate(task.title),
  });
}

const publishKind = copyKind({
  payload: PublishPayload,
  label: 'Publishing staging to live',
  copying: 'Replacing the content of the live site',
  answering: 'The live site does not answer as it should with the content of staging.',
  leaves: LEAVES_LIVE,
  before: [compareStep],
  after: [rememberStep(otherOf)],
  done: (site) => said('{site} has the content of its staging environment now.', { site }),
  failed: (site, reason) => said('{site} could not be published from staging. {reason}', { site, reason }),
  liveOf: ({ task }) => task.resourceId,
  async recorded(tx, context) {
    const { app, task } = context;
    const { parts, keep } = PublishPayload.of(task.payload);
    const difference = (await stagingOf(tx, otherOf(context)))?.nextDifference ?? null;
    await recordStaging(tx, otherOf(context), {
      publishedAt: app.clock.now(),
      publishedParts: parts,
      publishedDifference: difference,
      nextDifference: null,
      backupId: (await backupOfTask(tx, task.id))?.id ?? null,
      // With kept tables or rows, staging still lacks newer rows of the live site.
      ...(parts !== 'files' && keep.length === 0 && !difference?.merged?.kept && { baselineAt: copiedAt(context) }),
    });
  },
});

const refreshKind = copyKind({
  payload: RefreshPayload,
  label: 'Copying live to staging',
  copying: 'Replacing the content of the staging site',
  answering: 'The staging site does not answer as it should with the content of the live site.',
  leaves: LEAVES_STAGING,
  after: [rememberStep(({ task }) => task.resourceId)],
  done: (site) => said('{site} has the content of its live site now.', { site }),
  failed: (site, reason) => said('{site} could not be copied from its live site. {reason}', { site, reason }),
  liveOf: otherOf,
  recorded: (tx, context) =>
    recordStaging(tx, context.task.resourceId, { copiedAt: copiedAt(context), baselineAt: copiedAt(context) }),
});

const revertKind: TaskKind = {
  ...restoreKind,
  stale,
  label: 'Reverting the publish',
  async succeeded(tx, context) {
    const child = await childOf(tx, context.task.resourceId);
    const notice = await restoreKind.succeeded(tx, context);
    if (!child) return notice;
    const { workloadId: siteId, copiedAt, baselineAt, publishedAt, publishedParts } = child;
    // Rows from between the copy and the publish are on the live site alone again. A copy made later lacks them too.
    const isCopyOlder = baselineAt && copiedAt && publishedAt && copiedAt < publishedAt;
    const baseline = publishedParts !== 'files' && isCopyOlder ? { baselineAt: copiedAt } : {};
    // The content that was remembered is that of the publish.
    const content = publishedParts === 'files' ? {} : { contentAt: null };
    await recordStaging(tx, siteId, { backupId: null, ...baseline, ...content });
    return notice;
  },
};

/** Tasks on a live site and its staging environment. Each changes one of them; the other cannot be changed meanwhile. */
export const stagingKinds: TaskKinds = {
  'staging.create': createKind,
  'staging.publish': publishKind,
  'staging.refresh': refreshKind,
  'staging.revert': revertKind,
};
