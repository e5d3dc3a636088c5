import { EXTENSION_ACTIONS, EXTENSION_KINDS, type ExtensionAction, type ExtensionKind } from '@panel/contract';
import { defineKind, outlineOf, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';
import { checkSite } from '../site/site-checks.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { taskSite } from '../site/site.repo.ts';
import { changeSteps } from './change-steps.ts';
import { extensionTaskId } from './extension-choice.ts';
import { inventoryStep, lookStep, recordStep, verifyStep, ExtensionPayload } from './extension-steps.ts';
import { checkInventory } from './inventory.ts';
import { lookAfterStep, lookBeforeStep, saveStep } from '../change-plan/plan-steps.ts';
import { putBackTasks } from './put-back.tasks.ts';
import { endOfChange } from '../change-plan/run-end.ts';

/** Labels of the tasks, in full, so that each has its translation. */
const LABELS: Readonly<Record<ExtensionKind, Record<ExtensionAction, string>>> = {
  plugin: {
    install: 'Installing plugins',
    activate: 'Activating plugins',
    deactivate: 'Deactivating plugins',
    delete: 'Deleting plugins',
    update: 'Updating plugins',
  },
  theme: {
    install: 'Installing themes',
    activate: 'Activating themes',
    deactivate: 'Deactivating themes',
    delete: 'Deleting themes',
    update: 'Updating themes',
  },
};

/** Whether a failure of the site afterwards is the fault of the change. Whoever deactivates may be repairing a site. */
const isVerified = (action: ExtensionAction): boolean => action !== 'deactivate' && action !== 'delete';

function stepsOf(kind: ExtensionKind, action: ExtensionAction, payload: ExtensionPayload): StepDefinition[] {
  const changes = changeSteps(kind, action, payload);
  const { plan } = payload;
  if (plan)
    return [
      ...[lookBeforeStep(plan.isFirst), recordStep(kind), saveStep],
      ...changes,
      ...[lookAfterStep(plan.isFirst), inventoryStep(kind, action)],
    ];
  return [
    ...(isVerified(action) ? [lookStep] : []),
    recordStep(kind),
    ...changes,
    ...(isVerified(action) ? [verifyStep()] : []),
    inventoryStep(kind, action),
  ];
}

/** A change of plugins or themes of one site. When it fails or is cancelled, what it did is undone. */
const extensionKind = (kind: ExtensionKind, action: ExtensionAction): TaskKind =>
  defineKind({
    payload: ExtensionPayload,
    ...SITE_TASK,
    label: LABELS[kind][action],
    stale: [...SITE_TASK.stale, 'plugin', 'theme', 'extensionRun'],
    steps: ({ task }) => stepsOf(kind, action, ExtensionPayload.of(task.payload)),
    outline: (payload) => stepsOf(kind, action, ExtensionPayload.of(payload)).map(outlineOf),
    undoOnFailure: true,
    succeeded: endOfChange,
    failed: endOfChange,
    cancelled: endOfChange,
    async ended({ app, task }) {
      if ((await app.tasks.find(task.id))?.status === 'succeeded') return;
      const site = await taskSite(app.db, task.resourceId);
      if (!site) return;
      await checkInventory(app, site.id, { anew: true });
      await checkSite(app, site, site.fqdn);
    },
  });

/** One kind of task for each change of plugins and themes, and one that undoes it. */
export const extensionTasks: Readonly<Record<string, TaskKind>> = {
  ...Object.fromEntries(
    EXTENSION_KINDS.flatMap((kind) =>
      EXTENSION_ACTIONS.map((action) => [extensionTaskId(kind, action), extensionKind(kind, action)] as const),
    ),
  ),
  ...putBackTasks,
};
