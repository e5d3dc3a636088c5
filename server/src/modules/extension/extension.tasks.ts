import { EXTENSION_ACTIONS, EXTENSION_KINDS, type ExtensionAction, type ExtensionKind } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import {
  defineKind,
  outlineOf,
  type Notice,
  type StepContext,
  type StepDefinition,
  type TaskKind,
} from '../../tasks/task-kind.ts';
import { checkSite } from '../site/site-checks.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { moveSite, taskSite } from '../site/site.repo.ts';
import {
  activateStep,
  deactivateStep,
  deleteStep,
  installStep,
  inventoryStep,
  lookStep,
  recordStep,
  verifyStep,
  type ExtensionPayload,
} from './extension-steps.ts';
import { checkInventory } from './inventory.ts';
import { noticeOf } from './run-result.ts';
import { lockRunOf, runSites } from './run.repo.ts';

const DOING: Record<ExtensionAction, string> = {
  install: 'Installing',
  activate: 'Activating',
  deactivate: 'Deactivating',
  delete: 'Deleting',
  update: 'Updating',
};

export const extensionTaskId = (kind: ExtensionKind, action: ExtensionAction): string => `${kind}.${action}`;

/** Whether a failure of the site afterwards is the fault of the change. Whoever deactivates may be repairing a site. */
const isVerified = (action: ExtensionAction): boolean => action !== 'deactivate' && action !== 'delete';

function stepsOf(
  kind: ExtensionKind,
  action: ExtensionAction,
  { items, activate }: ExtensionPayload,
): StepDefinition[] {
  const each = (step: (of: { kind: ExtensionKind; item: (typeof items)[number] }) => StepDefinition) =>
    items.map((item) => step({ kind, item }));
  const changes = {
    install: () => [...each(installStep), ...(activate ? each(activateStep) : [])],
    update: () => each(installStep),
    activate: () => each(activateStep),
    deactivate: () => each(deactivateStep),
    delete: () => each(deleteStep),
  }[action]();
  return [
    ...(isVerified(action) ? [lookStep] : []),
    recordStep(kind),
    ...changes,
    ...(isVerified(action) ? [verifyStep()] : []),
    inventoryStep(kind, action),
  ];
}

/**
 * The site was live all the time: whatever the task did, it is ready again. The last task of a change on many sites
 * reports its result.
 */
async function release(tx: Database, { task }: StepContext): Promise<Notice | null> {
  if (await taskSite(tx, task.resourceId)) await moveSite(tx, task.resourceId, 'ready', { taskId: null });
  const run = await lockRunOf(tx, task.id);
  return run ? noticeOf(run, await runSites(tx, run.id)) : null;
}

/** A change of plugins or themes of one site. When it fails or is cancelled, what it did is undone. */
const extensionKind = (kind: ExtensionKind, action: ExtensionAction): TaskKind =>
  defineKind({
    ...SITE_TASK,
    label: `${DOING[action]} ${kind}s`,
    stale: [...SITE_TASK.stale, 'plugin', 'theme', 'extensionRun'],
    steps: ({ task }) => stepsOf(kind, action, task.payload as ExtensionPayload),
    outline: (payload) => stepsOf(kind, action, payload as ExtensionPayload).map(outlineOf),
    undoOnFailure: true,
    succeeded: release,
    failed: release,
    cancelled: release,
    async ended({ app, task }) {
      if ((await app.tasks.find(task.id))?.status === 'succeeded') return;
      const site = await taskSite(app.db, task.resourceId);
      if (!site) return;
      await checkInventory(app, site.id, { anew: true });
      await checkSite(app, site, site.fqdn);
    },
  });

/** One kind of task for each change of plugins and themes. */
export const extensionTasks: Readonly<Record<string, TaskKind>> = Object.fromEntries(
  EXTENSION_KINDS.flatMap((kind) =>
    EXTENSION_ACTIONS.map((action) => [extensionTaskId(kind, action), extensionKind(kind, action)] as const),
  ),
);
