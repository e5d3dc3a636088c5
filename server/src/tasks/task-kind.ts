import type { Notification, Task, TaskStep } from '@panel/contract';
import type { AppContext } from '../process/app-context.ts';
import type { Database } from '../db/database.ts';
import type { task } from '../db/schema.ts';
import type { Amount } from './step-progress.ts';

export type TaskRow = typeof task.$inferSelect;

/** What a step gets. */
export type StepContext = {
  app: AppContext;
  task: TaskRow;
  /** What `NewTask.secrets` held; empty once the task ended. */
  secrets: Record<string, string>;
  /** Writes a numbered line of the task's log. */
  note(line: string): void;
  /** Says how far the step is. Call it as often as you like: it is written at most once a second. */
  progress(amount: Amount): void;
  /** Aborted when the work must stop: the task was cancelled, took too long, or the panel stops. */
  signal: AbortSignal;
};

/** What people see of a step before it runs. */
export type StepOutline = {
  name: string;
  title: string;
  /**
   * When a cancellation takes effect while the step runs: `now` aborts its signal, `after-step` (the default) lets it
   * end, and a step with `no` makes the task final: once it has begun, cancelling is refused.
   */
  cancel?: NonNullable<TaskStep['cancel']>;
  /** What cancelling leaves behind while this step runs or waits, as a sentence. */
  leaves?: string;
};

/**
 * One part of a task. `run` may be repeated after a crash and must end in the same place; `check` tells whether its
 * postcondition holds, is asked after every run, and before running again a step that was interrupted.
 */
export type StepDefinition = StepOutline & {
  run(context: StepContext): Promise<void>;
  check(context: StepContext): Promise<boolean>;
  /** Reverts what `run` did, however far it got; recorded, and may be repeated after a crash. */
  undo?(context: StepContext): Promise<void>;
  /** A failure that may pass is tried again so many times; the wait before doubles each time, and holds no place. */
  retry?: { times: number; backoffSeconds: number };
};

/** Sent to the user who started the task, in the transaction that ends it. */
export type Notice = { type: Notification['type']; description: string; link: string | null };

export type TaskError = NonNullable<Task['error']>;

/** All that is declared of one kind of task: what is done, and what its end means for what it worked on. */
export type TaskKind = {
  /** A heading for people, e.g. `Creating the site`. */
  label: string;
  /** The sort of resource that it changes, e.g. `site`. */
  resource: string;
  /** Resources whose data in browsers is stale once the task has ended. */
  stale: readonly string[];
  /** All steps; must not depend on how far the task got. */
  steps(context: StepContext): Promise<StepDefinition[]> | StepDefinition[];
  /** The same for those who ask before a worker claimed the task. */
  outline(payload: Record<string, unknown>): StepOutline[];
  /** Reverts the steps on failure too, and not only when the task is cancelled. */
  undoOnFailure?: boolean;
  succeeded(tx: Database, context: StepContext): Promise<Notice | null>;
  failed(tx: Database, context: StepContext, error: TaskError): Promise<Notice | null>;
  /** After the begun steps were reverted, or before any began. */
  cancelled(tx: Database, context: StepContext): Promise<Notice | null>;
  /** After the end was written, however it ended; lost when the worker dies just then. */
  ended?(context: StepContext): Promise<void>;
};

type KindOptions = Pick<TaskKind, 'label' | 'resource'> &
  Partial<Omit<TaskKind, 'steps' | 'outline'>> &
  ({ steps: StepDefinition[] } | Pick<TaskKind, 'steps' | 'outline'>);

/** Declares a kind of task. Without more said, its end changes nothing, notifies nobody, and makes its resource stale. */
export function defineKind(options: KindOptions): TaskKind {
  const { steps } = options;
  const fixed = Array.isArray(steps) && { steps: () => steps, outline: () => steps.map(outlineOf) };
  const nothing = async () => null;
  const base = { stale: [options.resource], succeeded: nothing, failed: nothing, cancelled: nothing };
  return { ...base, ...options, ...fixed } as TaskKind;
}

/** Id of the kind → its declaration. */
export type TaskKinds = Readonly<Record<string, TaskKind>>;

/** What is recorded of a step definition. */
export const outlineOf = ({ name, title, cancel, leaves }: StepOutline): StepOutline => ({
  name,
  title,
  cancel: cancel ?? 'after-step',
  ...(leaves === undefined ? {} : { leaves }),
});

/** The declaration of a kind. @throws Error for one that does not exist */
export function kindOf(kinds: TaskKinds, id: string): TaskKind {
  const kind = kinds[id];
  if (!kind) throw new Error(`There is no kind of task ${id}.`);
  return kind;
}
