import { FLEET_KINDS, FleetChange, type FleetKind } from '@panel/contract';
import * as v from 'valibot';
import { titled } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import {
  defineKind,
  outlineOf,
  type Notice,
  type StepContext,
  type StepDefinition,
  type TaskKind,
  type TaskKinds,
} from '../../tasks/task-kind.ts';
import { removeWork, workFile } from '../backup/backup-archive.ts';
import { endOfChange, endOfRunTask } from '../change-plan/run-end.ts';
import { answerStep, lookAfterStep, lookBeforeStep } from '../change-plan/plan-steps.ts';
import { recordFindings, runSiteOfTask } from '../change-plan/run.repo.ts';
import { checkSite } from '../site/site-checks.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { taskSite } from '../site/site.repo.ts';
import { changeKind } from './fleet-kinds.ts';

const leaves = 'What was changed on this site is undone.';

export const FleetPayload = definePayload(v.object({ change: FleetChange, isFirst: v.boolean() }));
export type FleetPayload = PayloadOf<typeof FleetPayload>;
/** `taskId`: the task whose change is undone. */
export const FleetUndo = definePayload(v.object({ taskId: v.string() }));
export type FleetUndo = PayloadOf<typeof FleetUndo>;

/** The kind of task that changes a site, and of the one that undoes it after people have looked. */
export const fleetTaskId = (kind: FleetKind): string => `fleet.${kind}`;
export const fleetUndoId = (kind: FleetKind): string => `fleet.${kind}.put-back`;

/** The site before the change, of a kind that archives. */
const archiveOf = ({ app }: StepContext, taskId: string): string => workFile(app, taskId, 'packed');

const archiveStep: StepDefinition = {
  name: 'save',
  title: 'Saving files and database',
  cancel: 'now',
  leaves: 'Nothing was changed.',
  run: (context) => context.app.hosting.snapshot(context.task.resourceId, archiveOf(context, context.task.id)),
  check: (context) => exists(archiveOf(context, context.task.id)),
};

/** What a site had before the change, once that is recorded: nothing is changed before. */
const hadOf = async ({ app }: StepContext, taskId: string) => (await runSiteOfTask(app.db, taskId))?.findings.had;

function changeStep({ change }: FleetPayload): StepDefinition {
  const kind = changeKind(change.kind);
  let isDone = false;
  return {
    name: 'change',
    ...titled(kind.doing(change)),
    cancel: 'no',
    leaves,
    async run(context) {
      const { app, task } = context;
      if (!(await hadOf(context, task.id))) await recordFindings(app.db, task.id, { had: await kind.before(context) });
      await kind.apply(context, change);
      isDone = true;
    },
    // What does not show whether an interrupted change is complete is made again.
    check: async (context) => kind.check?.(context, change) ?? isDone,
    async undo(context) {
      const had = await hadOf(context, context.task.id);
      if (had) await kind.undo(context, had, archiveOf(context, context.task.id));
    },
  };
}

const stepsOf = (payload: FleetPayload): StepDefinition[] => [
  lookBeforeStep(payload.isFirst),
  ...(changeKind(payload.change.kind).archives ? [archiveStep] : []),
  changeStep(payload),
  lookAfterStep(payload.isFirst),
];

const STALE = [...SITE_TASK.stale, 'fleet'];

const changeTask = (kind: FleetKind): TaskKind =>
  defineKind({
    payload: FleetPayload,
    ...SITE_TASK,
    label: changeKind(kind).label.change,
    stale: STALE,
    steps: ({ task }) => stepsOf(FleetPayload.of(task.payload)),
    outline: (payload) => stepsOf(FleetPayload.of(payload)).map(outlineOf),
    undoOnFailure: true,
    succeeded: endOfChange,
    failed: endOfChange,
    cancelled: endOfChange,
    async ended({ app, task }) {
      if ((await app.tasks.find(task.id))?.status === 'succeeded') return;
      const site = await taskSite(app.db, task.resourceId);
      if (site) await checkSite(app, site, site.fqdn);
    },
  });

function undoStep(kind: FleetKind): StepDefinition {
  let isDone = false;
  return {
    name: 'undo',
    title: 'Putting the earlier version back',
    cancel: 'no',
    async run(context) {
      const { taskId } = FleetUndo.of(context.task.payload);
      const had = await hadOf(context, taskId);
      if (!had)
        throw new HostingError('UNSUPPORTED', 'What the site had before is not recorded. Restore a backup instead.', {
          retryable: false,
        });
      await changeKind(kind).undo(context, had, archiveOf(context, taskId));
      isDone = true;
    },
    check: async () => isDone,
  };
}

/** What was kept of the site is removed: nobody asks for it again. */
async function endOfUndo(tx: Database, context: StepContext): Promise<Notice | null> {
  await removeWork(context.app, FleetUndo.of(context.task.payload).taskId);
  return endOfRunTask(tx, context);
}

function undoTask(kind: FleetKind): TaskKind {
  const steps = () => [undoStep(kind), answerStep];
  return defineKind({
    payload: FleetUndo,
    ...SITE_TASK,
    label: changeKind(kind).label.putBack,
    stale: STALE,
    steps,
    outline: () => steps().map(outlineOf),
    succeeded: endOfUndo,
    failed: endOfUndo,
    cancelled: endOfUndo,
  });
}

/** One kind of task for each change of a fleet, and one that undoes it. */
export const fleetTasks: TaskKinds = Object.fromEntries(
  FLEET_KINDS.flatMap((kind) => [
    [fleetTaskId(kind), changeTask(kind)],
    [fleetUndoId(kind), undoTask(kind)],
  ]),
);
