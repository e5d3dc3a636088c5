import type { HostingDriver } from '../../hosting/driver.ts';
import { defineKind, outlineOf, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';
import { measureSite } from '../site/site-checks.ts';
import { endingOfReserved, installOutline, installSteps, LEAVES_NAME } from '../site/site-install.tasks.ts';
import { overviewLink, SITE_TASK } from '../site/site-task-steps.ts';
import { moveSite } from '../site/site.repo.ts';
import { verifyStep } from '../site-tool/tool-kind.ts';
import { sourceStep } from './source-step.ts';

/** Publishes a reserved site from its source. */
export function finalizeSourceKind(hosting: HostingDriver): TaskKind {
  return defineKind({
    ...endingOfReserved,
    label: 'Publishing the site',
    stale: [...endingOfReserved.stale, 'github'],
    outline: (payload) => installOutline(hosting, payload, LEAVES_NAME, undefined, [sourceStep(LEAVES_NAME)]),
    steps: (context) => installSteps(context, LEAVES_NAME, undefined, [sourceStep(LEAVES_NAME)]),
  });
}

const answerStep = (): StepDefinition => {
  const step = verifyStep(
    'The new files are in place, but the site does not answer as it should. Fix them and deploy again.',
  );
  return {
    ...step,
    async run(context) {
      await measureSite(context.app, context.task.resourceId);
      await step.run(context);
    },
  };
};

const deploySteps = () => [sourceStep('The site stays as it is.'), answerStep()];

/** Deploys the latest commit over a live site. */
export const deployKind: TaskKind = defineKind({
  ...SITE_TASK,
  label: 'Deploying the latest commit',
  stale: [...SITE_TASK.stale, 'github'],
  steps: deploySteps,
  outline: () => deploySteps().map(outlineOf),
  async succeeded(tx, { task }) {
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    const description = `The latest commit of ${task.title} is deployed.`;
    return { type: 'site_tool', description, link: overviewLink(task.resourceId) };
  },
  async failed(tx, { task }, error) {
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    const description = `The latest commit of ${task.title} could not be deployed. ${error.message}`;
    return { type: 'site_tool', description, link: overviewLink(task.resourceId) };
  },
  async cancelled(tx, { task }) {
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    return null;
  },
  ended: async ({ app, task }) => app.edge.invalidate(task.title),
});
