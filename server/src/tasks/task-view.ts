import type { Task, TaskStep, TaskSummary } from '@panel/contract';
import { fractionOf } from './step-progress.ts';
import type { TaskKinds, TaskRow } from './task-kind.ts';

/** The step that gives a new resource its id; the id is hidden until it has ended. */
export const RESERVE_STEP = 'reserve';

type Progressed = Pick<TaskRow, 'status' | 'steps'>;

const OPEN: readonly TaskRow['status'][] = ['queued', 'running'];
/** Also for a step that failed and waits to be tried again. */
export const hasBegun = ({ state, started }: TaskStep): boolean => state !== 'idle' || started !== null;

/** The step that makes a task final once it starts. Steps stored by older versions are final. */
export const finalStep = (steps: readonly TaskStep[]): TaskStep | undefined =>
  steps.find((step) => hasBegun(step) && (step.cancel ?? 'no') === 'no');

/** What cancelling now would leave behind; null when the task cannot be cancelled. */
function cancelOf({ status, steps }: Progressed): string | null {
  if (!OPEN.includes(status) || finalStep(steps)) return null;
  const current = steps.find(({ state }) => state === 'running') ?? steps.find(({ state }) => state === 'idle');
  return current?.leaves ?? 'Everything done so far stays.';
}

function percentOf({ status, steps }: Progressed): number {
  if (status === 'succeeded') return 100;
  const share = ({ state, progress }: TaskStep) =>
    state === 'done' ? 1 : state === 'running' ? (fractionOf(progress) ?? 0.5) : 0;
  const parts = steps.reduce((sum, step) => sum + share(step), 0);
  return steps.length === 0 ? 0 : Math.min(99, Math.floor((parts / steps.length) * 100));
}

/** The task in wire form. */
export function taskView(
  row: TaskRow,
  log: Task['log'],
  kinds: TaskKinds,
  isAway: (nodeId: string | null) => boolean,
): Task {
  const { id, kind, resource, title, status, steps, error } = row;
  const reserve = steps.find((step) => step.name === RESERVE_STEP);
  const resource_id = reserve && reserve.state !== 'done' ? null : row.resourceId;
  return {
    task_id: id,
    kind,
    label: kinds[kind]?.label ?? kind,
    resource,
    resource_id,
    title,
    status,
    percent: percentOf(row),
    steps,
    waits_for: row.endedAt === null && isAway(row.nodeId) ? 'machine_away' : null,
    cancel: cancelOf(row),
    stale: [...(kinds[kind]?.stale ?? [resource])],
    log,
    error,
    site_id: resource === 'site' ? resource_id : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

/** The task in one line. */
export const taskSummary = (
  { id, kind, status, error, createdAt, endedAt }: SummarisedTask,
  kinds: TaskKinds,
): TaskSummary => ({
  task_id: id,
  label: kinds[kind]?.label ?? kind,
  status,
  error: error?.message ?? null,
  created_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
});

export type SummarisedTask = Pick<TaskRow, 'id' | 'kind' | 'status' | 'error' | 'createdAt' | 'endedAt'>;
