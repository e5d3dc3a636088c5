import { limitsOfPlan } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import { described, reasonOf, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import type { HostingStep, Release } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { previewIdOf } from '../../hosting/preview-id.ts';
import { PanelError } from '../../kernel/errors.ts';
import { defineKind, type StepContext, type StepDefinition } from '../../tasks/task-kind.ts';
import {
  BUILD_TASK,
  buildLink,
  buildStep,
  BuildPayload,
  cutMessage,
  givenOf,
  runBuild,
} from '../app/app-build.tasks.ts';
import { endBuild } from '../app/app-build.repo.ts';
import type { AppWorkload } from '../app/app.repo.ts';
import { beginWaiting } from '../app/queue-build.ts';
import { PREVIEW_RESOURCE } from '../site/find-site.ts';
import { refuseTask } from '../app-account/build-minutes.ts';
import { previewHost } from './preview-host.repo.ts';
import { changePreview, forgetReleases, pendingPromotions, previewOf, type PreviewRow } from './preview.repo.ts';

const MB = 1024 ** 2;
const LEAVES = 'The preview stays as it is.';

/** The preview that a task builds. @throws HostingError once it has ended */
async function previewOfTask(context: StepContext): Promise<{ preview: PreviewRow; hostedId: string }> {
  const { build } = await givenOf(context);
  const preview = await previewOf(context.app.db, build.previewId);
  if (!preview)
    throw new HostingError('UNSUPPORTED', 'This preview has ended. A push to its branch makes another one.', {
      retryable: false,
    });
  return { preview, hostedId: previewIdOf(preview.appId, preview.key) };
}

const payloadOf = ({ task }: Pick<StepContext, 'task'>): string => BuildPayload.of(task.payload).buildId;

async function filesStep(context: StepContext): Promise<HostingStep> {
  const { app } = context;
  const { preview, hostedId } = await previewOfTask(context);
  const { workload } = await givenOf(context);
  const fqdn = await previewHost(app.db, preview);
  const spec = { siteId: hostedId, kind: workload.kind, fqdn, title: workload.title, url: addressOf(app.config, fqdn) };
  const [files] = app.hosting.steps({ ...spec, adminUser: '', adminEmail: '', adminPassword: '' });
  if (!files) throw new Error('A kind of workload has no first step.');
  return files;
}

const prepareStep: StepDefinition = {
  name: 'prepare',
  title: 'Preparing the preview',
  cancel: 'now',
  leaves: LEAVES,
  run: async (context) => (await filesStep(context)).run(context),
  check: async (context) => (await filesStep(context)).check(),
};

const previewBuildStep: StepDefinition = {
  ...buildStep,
  leaves: LEAVES,
  async run(context) {
    const { hostedId } = await previewOfTask(context);
    const { workload } = await givenOf(context);
    await runBuild(context, hostedId, (release) => refuseTooMuch(context.app, workload, hostedId, release));
  },
};

/**
 * The release takes the place of what its preview shows.
 * @throws PanelError PREVIEW_DISK when the application with its previews would store more than its plan allows
 */
async function refuseTooMuch(
  { hosting }: StepContext['app'],
  { id, planType }: AppWorkload,
  hostedId: string,
  release: Release,
): Promise<void> {
  const { diskMb: limit } = limitsOfPlan(planType).site;
  const [all, replaced] = [await hosting.usage(id), await hosting.usage(hostedId)];
  const bytes = all.bytes - replaced.bytes + release.bytes;
  if (bytes > limit * MB) throw new PanelError('PREVIEW_DISK', { used: Math.ceil(bytes / MB), limit });
}

const publishStep: StepDefinition = {
  name: 'publish',
  title: 'Publishing the preview',
  cancel: 'no',
  leaves: LEAVES,
  async run(context) {
    const { app } = context;
    const { workload, build } = await givenOf(context);
    await refuseTask(app, workload);
    const { preview, hostedId } = await previewOfTask(context);
    await app.hosting.publish(hostedId, build.id, context);
    await changePreview(app.db, preview.id, { liveBuildId: build.id });
    app.edge.invalidate(await previewHost(app.db, preview));
  },
  async check(context) {
    const { hostedId } = await previewOfTask(context);
    return (await context.app.hosting.liveRelease(hostedId)) === payloadOf(context);
  },
};

/** The build answers at the address of its preview; its predecessor has no release any more. */
async function published(tx: Database, context: StepContext): Promise<void> {
  const { build } = await givenOf({ ...context, app: { ...context.app, db: tx } });
  const buildId = build.id;
  if (build.previewId !== null) {
    await changePreview(tx, build.previewId, { liveBuildId: buildId });
    await forgetReleases(tx, build.previewId, buildId);
  }
  await endBuild(tx, buildId, 'success', context.app.clock.now());
}

/** Builds a branch and lets it answer at an address of its own. Production is not touched. */
export const previewKind = defineKind({
  ...BUILD_TASK,
  resource: PREVIEW_RESOURCE,
  label: 'Building a preview',
  steps: [prepareStep, previewBuildStep, publishStep],
  async succeeded(tx, context) {
    await published(tx, context);
    const { build } = await givenOf({ ...context, app: { ...context.app, db: tx } });
    return {
      type: 'app_build_success',
      ...described(
        said('The preview of {branch} of {app} is ready.', { branch: build.branch ?? '', app: context.task.title }),
      ),
      link: `/manage-app/previews/${context.task.resourceId}`,
    };
  },
  async failed(tx, context, error) {
    const buildId = payloadOf(context);
    const { build } = await givenOf({ ...context, app: { ...context.app, db: tx } });
    if (!(await previewOf(tx, build.previewId))) {
      // It was deleted meanwhile: what was stopped is no failure.
      await endBuild(tx, buildId, 'cancelled', context.app.clock.now());
      return null;
    }
    await endBuild(tx, buildId, 'failed', context.app.clock.now(), cutMessage(error));
    const text = said('The build of a preview of {app} failed. {reason}', {
      app: context.task.title,
      reason: reasonOf(error),
    });
    return { type: 'app_build_failed', ...described(text), link: buildLink(context.task, buildId) };
  },
  async cancelled(tx, context) {
    await endBuild(tx, payloadOf(context), 'cancelled', context.app.clock.now());
    return null;
  },
  async ended(context) {
    const { app, task } = context;
    const { build } = await givenOf(context);
    const preview = await previewOf(app.db, build.previewId);
    if (preview) {
      // Of a build that was not published nothing stays.
      const needed = [preview.liveBuildId, ...(await pendingPromotions(app.db, preview.id))];
      const releases = needed.filter((id) => id !== null);
      await app.hosting.keepReleases(previewIdOf(preview.appId, preview.key), releases);
      await forgetReleases(app.db, preview.id, preview.liveBuildId);
    }
    await beginWaiting(app, task.resourceId);
  },
});
