import { mkdir } from 'node:fs/promises';
import * as v from 'valibot';
import { addressOf } from '../../config/config.ts';
import { described, reasonOf, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import type { HostingDriver, SiteSpec } from '../../hosting/driver.ts';
import { unmarkLeaving, writeFence } from '../../hosting/leaving.ts';
import { siteFolder } from '../../hosting/local/site-folder.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import { defineKind, outlineOf, type StepContext, type StepDefinition, type TaskError } from '../../tasks/task-kind.ts';
import { appRestoreSteps, restoreAppKind } from '../app-backup/app-restore.tasks.ts';
import { removeWork, workFile } from '../backup/backup-archive.ts';
import { RestorePayload } from '../backup/backup-restore.tasks.ts';
import { fetchStep } from '../backup/fetch-step.ts';
import { checkSite, looksWell, measureSite } from '../site/site-checks.ts';
import { answeredSince, siteOf } from '../site/site-task-steps.ts';
import { moveSite, taskSite, type SiteRow } from '../site/site.repo.ts';
import { changeRecovery, forgetReleases } from './recovery.repo.ts';

export const RecoverPayload = definePayload(v.object({ backupId: v.string(), backupName: v.string() }));
export type RecoverPayload = PayloadOf<typeof RecoverPayload>;

const LEAVES = 'Nothing is restored. The site stays unavailable.';
const SITE_LINK = '/admin/machines';

/** The storage may be away for a while, too, when a machine is lost: tried for about three quarters of an hour. */
const fetchAgain: StepDefinition = { ...fetchStep, leaves: LEAVES, retry: { times: 8, backoffSeconds: 10 } };

/** The release series of PHP that a site runs with; null before it was seen. */
export const phpSeries = ({ phpVersion }: Pick<SiteRow, 'phpVersion'>): string | null =>
  /^\d+\.\d+/.exec(phpVersion ?? '')?.[0] ?? null;

const specOf = ({ app, task }: StepContext, site: SiteRow, php = phpSeries(site)): SiteSpec => ({
  ...{ siteId: site.id, kind: site.kind, fqdn: site.fqdn, url: addressOf(app.config, site.fqdn), title: site.title },
  ...{ adminUser: site.adminUser, adminEmail: site.adminEmail, adminPassword: '' },
  ...(php !== null && { phpVersion: php }),
  from: { kind: 'archive', file: workFile(app, task.id, 'fetched') },
});

/** The folder says from the beginning that it is newer than what the lost machine has. */
const prepareStep: StepDefinition = {
  name: 'prepare',
  title: 'Preparing this server',
  leaves: LEAVES,
  async run({ app, task }) {
    const { moves } = (await taskSite(app.db, task.resourceId)) ?? {};
    const { root } = siteFolder(app.config.dataDir, task.resourceId);
    await mkdir(root, { recursive: true, mode: 0o711 });
    await writeFence(root, moves ?? 0);
    await unmarkLeaving(app.config.dataDir, task.resourceId);
  },
  check: async () => true,
};

const lookStep: StepDefinition = {
  name: 'answer',
  title: 'Checking that the site answers',
  cancel: 'no',
  async run(context) {
    const site = await siteOf(context);
    const [, evidence] = await Promise.all([
      measureSite(context.app, site.id),
      checkSite(context.app, site, site.fqdn),
    ]);
    for (const { name, detail } of evidence) context.note(`${name}: ${detail}`);
  },
  check: async ({ app, task }) => answeredSince(app.db, task, 'answer'),
};

/** Those of the driver have their own names; none of them leads back, since there is nothing to go back to. */
const driverSteps = (hosting: HostingDriver, spec: SiteSpec): StepDefinition[] =>
  hosting.steps(spec).map(({ name, title, run, check, retry }) => ({
    ...{ name, title, leaves: LEAVES },
    ...{ run: (now: StepContext) => run(now), check: () => check() },
    ...(retry && { retry }),
  }));

const OUTLINE: SiteSpec = {
  ...{ siteId: 'outline', kind: 'static', fqdn: 'outline.invalid', url: 'http://outline.invalid', title: '' },
  ...{ adminUser: '', adminEmail: '', adminPassword: '', from: { kind: 'archive', file: '' } },
};

async function restored(tx: Database, { app, task }: StepContext): Promise<null> {
  await removeWork(app, task.id);
  await changeRecovery(tx, task.resourceId, { state: 'restored', endedAt: app.clock.now() });
  return null;
}

/** The operator reads it on the page Machines, where it is tried again. */
async function notRestored(tx: Database, { app, task }: StepContext, error: TaskError) {
  await removeWork(app, task.id);
  await changeRecovery(tx, task.resourceId, { state: 'failed', endedAt: app.clock.now() });
  const site = await taskSite(tx, task.resourceId);
  if (site && site.status !== 'failed') await moveSite(tx, site.id, 'failed', { taskId: null });
  return {
    type: 'backup_failed' as const,
    ...described(
      said('{site} could not be restored on another server. {reason}', { site: task.title, reason: reasonOf(error) }),
    ),
    link: SITE_LINK,
  };
}

const CANCELLED: TaskError = { code: 'CANCELLED', retryable: true, message: 'The task was cancelled.' };
const COMMON = { label: 'Restoring on another server', resource: 'site' } as const;

/** Restores a site on this machine, which its row names since its own was lost. */
export const recoverSiteKind = (hosting: HostingDriver) =>
  defineKind({
    ...{ ...COMMON, payload: RecoverPayload, stale: ['site', 'machine', 'notification', 'backup'] },
    outline: () => [prepareStep, fetchAgain, ...driverSteps(hosting, OUTLINE), lookStep].map(outlineOf),
    steps: async (context) => [
      ...[prepareStep, fetchAgain],
      ...driverSteps(context.app.hosting, specOf(context, await siteOf(context))),
      lookStep,
    ],
    async succeeded(tx, context) {
      const site = await taskSite(tx, context.task.resourceId);
      if (!site || !looksWell(site.evidence)) throw new Error('A site that was not checked cannot become ready.');
      await moveSite(tx, site.id, 'ready', { taskId: null });
      return restored(tx, context);
    },
    failed: notRestored,
    async cancelled(tx, context) {
      await notRestored(tx, context, CANCELLED);
      return null;
    },
    ended: async ({ app, task }) => app.edge.invalidate(task.title),
  });

/** The first step of an application: its folder and its record. */
const filesStep: StepDefinition = {
  name: 'files',
  title: 'Preparing the application',
  leaves: LEAVES,
  async run(context) {
    const { from: _archive, ...spec } = specOf(context, await siteOf(context));
    const [files] = context.app.hosting.steps(spec);
    if (files && !(await files.check())) await files.run(context);
  },
  check: async () => true,
};

const appSteps = (payload: RestorePayload): StepDefinition[] => {
  const [, ...rest] = appRestoreSteps(payload);
  return [prepareStep, fetchAgain, filesStep, ...rest.map((step) => ({ ...step, leaves: LEAVES }))];
};

/** The same for an application: the release of the backup, its settings, and its database where the lost machine had it. */
export const recoverAppKind = defineKind({
  ...restoreAppKind,
  ...{ ...COMMON, payload: RestorePayload, stale: ['app', 'site', 'machine', 'notification', 'backup', 'database'] },
  // There is nothing to go back to.
  undoOnFailure: false,
  steps: ({ task }) => appSteps(RestorePayload.of(task.payload)),
  outline: (payload) => appSteps(RestorePayload.of(payload)).map(outlineOf),
  async succeeded(tx, context) {
    await restoreAppKind.succeeded(tx, context);
    await forgetReleases(tx, context.task.resourceId, context.task.id);
    return restored(tx, context);
  },
  async failed(tx, context, error) {
    await restoreAppKind.failed(tx, context, error);
    return notRestored(tx, context, error);
  },
  async cancelled(tx, context) {
    await restoreAppKind.cancelled(tx, context);
    await notRestored(tx, context, CANCELLED);
    return null;
  },
});
