import type { Notification, Said, Task, TaskStep } from '@panel/contract';
import type { AppContext } from '../context/app-context.ts';
import type { Database } from '../db/database.ts';
import type { task } from '../db/schema.ts';
import type { Amount } from '../lib/amount.ts';
import type { Payload } from './payload.ts';

export type TaskRow = typeof task.$inferSelect;

/** Input of a step. */
export type StepContext = {
  app: AppContext;
  task: TaskRow;
  /** The content of `NewTask.secrets`; empty once the task has ended. */
  secrets: Record<string, string>;
  /** Writes a numbered line to the task's log. */
  note(line: string): void;
  /** Reports the progress of the step. Call it any number of times: it is stored at most once a second. */
  progress(amount: Amount): void;
  /**
   * Removes a folder of the storage once the end of the task is stored: a storage that does not answer would hold that
   * transaction. It is recorded with it, so that a sweep removes the folder if this process is killed.
   */
  discard(tx: Database, folder: string): Promise<void>;
  /** Aborted when the step must stop: the task was cancelled, took too long, or the panel stops. */
  signal: AbortSignal;
};

/** Display name of a step. */
export type StepOutline = {
  name: string;
  /** In English; one with values is `...titled(said(…))`. */
  title: string;
  template?: string;
  values?: Said['values'];
  /**
   * When a cancellation takes effect while the step runs: `now` aborts its signal, `after-step` (the default) lets it
   * end, and `no` makes the task final: once the step has started, cancelling is rejected.
   */
  cancel?: NonNullable<TaskStep['cancel']>;
  /** What cancelling leaves behind while this step runs or waits, as a sentence. */
  leaves?: string;
};

/**
 * One part of a task. `run` may be repeated after a crash and must have the same result. `check` returns whether the
 * postcondition holds; it is called after every run, and before an interrupted step runs again.
 */
export type StepDefinition = StepOutline & {
  run(context: StepContext): Promise<void>;
  check(context: StepContext): Promise<boolean>;
  /** Reverts the effects of `run`, however far it got; recorded, and may be repeated after a crash. */
  undo?(context: StepContext): Promise<void>;
  /** How often a temporary failure is retried; the delay doubles each time and occupies no slot. */
  retry?: { times: number; backoffSeconds: number };
  /** Time limit of one run, for steps that take longer than others. */
  timeoutMs?: number;
};

/** Sent to the user who started the task, in the transaction that ends it. */
export type Notice = Said & { type: Notification['type']; description: string; link: string | null };

export type TaskError = NonNullable<Task['error']>;

/** The declaration of one kind of task: its steps, and the effects of its end on the resource. */
export type TaskKind = {
  /** A heading for people, e.g. `Creating the site`. */
  label: string;
  /** The kind of resource that it changes, e.g. `site`. */
  resource: string;
  /** What it is given; checked when a task is enqueued. Without one it is given nothing. */
  payload?: Payload<unknown>;
  /** Resources whose data in browsers is stale once the task has ended. */
  stale: readonly string[];
  /** All steps; must not depend on the task's progress. */
  steps(context: StepContext): Promise<StepDefinition[]> | StepDefinition[];
  /** The same before a worker has claimed the task. */
  outline(payload: Record<string, unknown>): StepOutline[];
  /** Reverts the steps on failure too, not only on cancellation. */
  undoOnFailure?: boolean;
  succeeded(tx: Database, context: StepContext): Promise<Notice | null>;
  failed(tx: Database, context: StepContext, error: TaskError): Promise<Notice | null>;
  /** After the started steps were reverted, or before any started. */
  cancelled(tx: Database, context: StepContext): Promise<Notice | null>;
  /** After the end was stored, whatever the outcome; lost when the worker dies at that moment. */
  ended?(context: StepContext): Promise<void>;
};

type KindOptions = Pick<TaskKind, 'label' | 'resource'> &
  Partial<Omit<TaskKind, 'steps' | 'outline'>> &
  ({ steps: StepDefinition[] } | Pick<TaskKind, 'steps' | 'outline'>);

/** Declares a kind of task. By default its end changes nothing, notifies nobody, and makes its resource stale. */
export function defineKind(options: KindOptions): TaskKind {
  const { steps } = options;
  const fixed = Array.isArray(steps) && { steps: () => steps, outline: () => steps.map(outlineOf) };
  const nothing = async () => null;
  const base = { stale: [options.resource], succeeded: nothing, failed: nothing, cancelled: nothing };
  return { ...base, ...options, ...fixed } as TaskKind;
}

/** Id of the kind → its declaration. */
export type TaskKinds = Readonly<Record<string, TaskKind>>;

/** The stored part of a step definition. */
export const outlineOf = ({ name, title, template, values, cancel, leaves }: StepOutline): StepOutline => ({
  name,
  title,
  ...(template !== undefined && values !== undefined && { template, values }),
  cancel: cancel ?? 'after-step',
  ...(leaves === undefined ? {} : { leaves }),
});

/**
 * The declaration of a kind.
 * @throws Error for an unknown one
 */
export function kindOf(kinds: TaskKinds, id: string): TaskKind {
  const kind = kinds[id];
  if (!kind) throw new Error(`There is no kind of task ${id}.`);
  return kind;
}
