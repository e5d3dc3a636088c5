import { EXTENSION_ACTIONS } from '@panel/contract';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { EXTENSION_KINDS, type ExtensionKind } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { StateBefore } from '../../db/schema.ts';
import {
  defineKind,
  outlineOf,
  type Notice,
  type StepContext,
  type StepDefinition,
  type TaskKind,
} from '../../tasks/task-kind.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { inventoryStep, itemNow, ExtensionPayload } from './extension-steps.ts';
import { changeSteps } from './change-steps.ts';
import { answerStep, saveStep } from '../change-plan/plan-steps.ts';
import { endOfRunTask } from '../change-plan/run-end.ts';
import { stateBefore } from '../change-plan/run.repo.ts';

/** `taskId`: the task whose `change` is undone. */
export const PutBackPayload = definePayload(
  v.object({
    taskId: v.string(),
    action: v.picklist(EXTENSION_ACTIONS),
    change: ExtensionPayload.schema,
  }),
);
export type PutBackPayload = PayloadOf<typeof PutBackPayload>;

/** The kind of task that undoes the change of a site whose plan was reviewed. */
export const putBackTaskId = (kind: ExtensionKind): string => `${kind}.put-back`;

const payloadOf = ({ task }: StepContext) => PutBackPayload.of(task.payload);

/** The context of the task that made the change: its steps find there what they recorded. */
const ofChange = (context: StepContext): StepContext => ({
  ...context,
  task: { ...context.task, id: payloadOf(context).taskId },
});

/** Whether the site has its previous versions. */
async function isBefore(context: StepContext, kind: ExtensionKind, before: StateBefore): Promise<boolean> {
  for (const item of payloadOf(context).change.items)
    if ((await itemNow(context, { kind, item }))?.version !== before.items[item.slug]?.version) return false;
  return true;
}

async function recorded(context: StepContext): Promise<StateBefore> {
  const before = await stateBefore(context.app.db, payloadOf(context).taskId);
  if (!before) throw new Error(`Task ${payloadOf(context).taskId} has no record of the site before it.`);
  return before;
}

const filesStep = (kind: ExtensionKind): StepDefinition => ({
  name: 'files',
  title: 'Putting the earlier version back',
  cancel: 'no',
  async run(context) {
    const { action, change } = payloadOf(context);
    for (const step of changeSteps(kind, action, change).toReversed()) await step.undo?.(ofChange(context));
    if (!(await isBefore(context, kind, await recorded(context))))
      throw new HostingError(
        'UNSUPPORTED',
        'The earlier version is no longer kept, because the site was changed since. Restore a backup instead.',
        { retryable: false },
      );
  },
  check: async (context) => isBefore(context, kind, await recorded(context)),
});

/** The database only after the files: an earlier database with later files is what nobody has tested. */
function databaseStep(): StepDefinition {
  let isDone = false;
  return {
    name: 'database',
    title: 'Putting the database back',
    cancel: 'no',
    async run(context) {
      await saveStep.undo?.(ofChange(context));
      isDone = true;
    },
    check: async () => isDone,
  };
}

/** What was kept of the site is removed: nobody asks for it again. */
async function endOf(tx: Database, context: StepContext): Promise<Notice | null> {
  await removeWork(context.app, payloadOf(context).taskId);
  return endOfRunTask(tx, context);
}

function putBackKind(kind: ExtensionKind): TaskKind {
  const steps = () => [filesStep(kind), databaseStep(), answerStep, inventoryStep(kind, 'update')];
  return defineKind({
    payload: PutBackPayload,
    ...SITE_TASK,
    label: kind === 'plugin' ? 'Putting earlier plugins back' : 'Putting earlier themes back',
    stale: [...SITE_TASK.stale, 'plugin', 'theme', 'extensionRun'],
    steps,
    outline: () => steps().map(outlineOf),
    succeeded: endOf,
    failed: endOf,
    cancelled: endOf,
  });
}

/** Tasks that undo a change which the customer does not accept. */
export const putBackTasks: Readonly<Record<string, TaskKind>> = Object.fromEntries(
  EXTENSION_KINDS.map((kind) => [putBackTaskId(kind), putBackKind(kind)] as const),
);
