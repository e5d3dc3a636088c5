import { described, reasonOf, said, sentence } from '../../context/said.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import {
  defineKind,
  outlineOf,
  type Notice,
  type StepContext,
  type StepDefinition,
  type TaskKind,
} from '../../tasks/task-kind.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { backupEnd } from '../backup/backup-end.ts';
import { checkSite, looksWell } from '../site/site-checks.ts';
import { SITE_TASK, siteOf } from '../site/site-task-steps.ts';
import { moveSite } from '../site/site.repo.ts';

const toolLink = (siteId: string): string => `/manage-site/tools/${siteId}`;

type Tool = Pick<TaskKind, 'payload'> &
  Pick<Partial<TaskKind>, 'undoOnFailure'> & {
    label: string;
    /** Whether its steps include `safetySteps`; the payload is a `NewBackup` then. */
    backsUp?: boolean;
    /** Made for one run, so that a check can look at what the run has seen. */
    steps(context: Pick<StepContext, 'task'>): StepDefinition[];
    succeeded?(context: StepContext): Notice | null;
  };

/** A tool works on a live site: however it ends, the site is ready again (decision: Statuses). */
export function toolKind({ label, payload: given, steps, succeeded, undoOnFailure, backsUp = false }: Tool): TaskKind {
  const stepsOf = (payload: Record<string, unknown>) => steps({ task: { payload } as StepContext['task'] });
  const ready = (tx: Parameters<TaskKind['succeeded']>[0], { task }: StepContext) =>
    moveSite(tx, task.resourceId, 'ready', { taskId: null });
  return defineKind({
    ...SITE_TASK,
    stale: [...SITE_TASK.stale, 'siteTool', ...(backsUp ? ['backup'] : [])],
    label,
    steps,
    ...(given && { payload: given }),
    ...(undoOnFailure && { undoOnFailure }),
    outline: (payload) => stepsOf(payload).map(outlineOf),
    async succeeded(tx, context) {
      if (backsUp) await removeWork(context.app, context.task.id);
      await ready(tx, context);
      return succeeded?.(context) ?? null;
    },
    async failed(tx, context, error) {
      if (backsUp) await backupEnd.failed(tx, context, error);
      await ready(tx, context);
      const { task } = context;
      const text = said('{what} of {site} failed. {reason}', {
        what: [sentence(label)],
        ...{ site: task.title, reason: reasonOf(error) },
      });
      return { type: 'site_tool', ...described(text), link: toolLink(task.resourceId) };
    },
    async cancelled(tx, context) {
      if (backsUp) await backupEnd.cancelled(tx, context);
      await ready(tx, context);
      return null;
    },
  });
}

/** A step whose result is that its command ended well, so an interrupted one runs again. */
export function commandStep(step: Omit<StepDefinition, 'check'>): StepDefinition {
  let ended = false;
  return {
    ...step,
    async run(context) {
      await step.run(context);
      ended = true;
    },
    check: async () => ended,
  };
}

/** Checks the site over HTTP; `failure` says what to do when it does not answer as it should. */
export const verifyStep = (failure: string): StepDefinition =>
  commandStep({
    name: 'verify',
    title: 'Checking that the site answers',
    cancel: 'no',
    async run(context) {
      const site = await siteOf(context);
      const evidence = await checkSite(context.app, site, site.fqdn);
      for (const { name, detail } of evidence) context.note(`${name}: ${detail}`);
      if (!looksWell(evidence)) throw new HostingError('NOT_VERIFIED', failure, { retryable: false });
    },
  });
