import { described, reasonOf, said, type Said, type Sentence } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import type { HostingDriver } from '../../hosting/driver.ts';
import { defineKind, outlineOf, type StepContext, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';
import { measureSite } from '../site/site-checks.ts';
import { endingOfReserved, installOutline, installSteps, LEAVES_NAME } from '../site-install/site-install.tasks.ts';
import { overviewLink, SITE_TASK } from '../site/site-task-steps.ts';
import { moveSite } from '../site/site.repo.ts';
import { verifyStep } from '../site-tool/tool-kind.ts';
import { sourceStep, SourcePayload } from './source-step.ts';

/** Publishes a reserved site from its source. */
export function finalizeSourceKind(hosting: HostingDriver): TaskKind {
  const fetch = (payload: Record<string, unknown>) => [sourceStep(SourcePayload.of(payload), LEAVES_NAME)];
  return defineKind({
    payload: SourcePayload,
    ...endingOfReserved,
    label: 'Publishing the site',
    stale: [...endingOfReserved.stale, 'github', 'siteBuilder'],
    outline: (payload) => installOutline(hosting, payload, LEAVES_NAME, undefined, fetch(payload)),
    steps: (context) => installSteps(context, LEAVES_NAME, undefined, fetch(context.task.payload)),
  });
}

const answerStep = (failure: string): StepDefinition => {
  const step = verifyStep(failure);
  return {
    ...step,
    async run(context) {
      await measureSite(context.app, context.task.resourceId);
      await step.run(context);
    },
  };
};

type Redeployment = {
  label: string;
  /** The key of the queries that show what is live. */
  stale: string;
  answer: () => StepDefinition;
  done(site: string): Said;
  failed(site: string, reason: Sentence[]): Said;
};

/** Replaces the files of a live site; however it ends, the site is ready again. */
function redeployKind({ label, stale, answer, done, failed }: Redeployment): TaskKind {
  const steps = (payload: Record<string, unknown>) => [
    sourceStep(SourcePayload.of(payload), 'The site stays as it is.'),
    answer(),
  ];
  const ready = (tx: Database, { task }: Pick<StepContext, 'task'>) =>
    moveSite(tx, task.resourceId, 'ready', { taskId: null });
  return defineKind({
    payload: SourcePayload,
    ...SITE_TASK,
    label,
    stale: [...SITE_TASK.stale, stale],
    steps: ({ task }) => steps(task.payload),
    outline: (payload) => steps(payload).map(outlineOf),
    async succeeded(tx, context) {
      await ready(tx, context);
      const { title, resourceId } = context.task;
      return { type: 'site_tool', ...described(done(title)), link: overviewLink(resourceId) };
    },
    async failed(tx, context, error) {
      await ready(tx, context);
      const { title, resourceId } = context.task;
      const text = failed(title, reasonOf(error));
      return { type: 'site_tool', ...described(text), link: overviewLink(resourceId) };
    },
    async cancelled(tx, context) {
      await ready(tx, context);
      return null;
    },
    ended: async ({ app, task }) => app.edge.invalidate(task.title),
  });
}

/** Deploys the latest commit over a live site. */
export const deployKind: TaskKind = redeployKind({
  label: 'Deploying the latest commit',
  stale: 'github',
  answer: () =>
    answerStep('The new files are in place, but the site does not answer as it should. Fix them and deploy again.'),
  done: (site) => said('The latest commit of {site} is deployed.', { site }),
  failed: (site, reason) => said('The latest commit of {site} could not be deployed. {reason}', { site, reason }),
});

/** Publishes the draft of the site builder over the live site. */
export const publishKind: TaskKind = redeployKind({
  label: 'Publishing your changes',
  stale: 'siteBuilder',
  answer: () =>
    answerStep(
      'The new pages are in place, but the site does not answer as it should. Publish again; if it keeps failing, contact support.',
    ),
  done: (site) => said('Your changes to {site} are published.', { site }),
  failed: (site, reason) => said('Your changes to {site} could not be published. {reason}', { site, reason }),
});
