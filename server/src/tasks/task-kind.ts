import type { Notification, Task } from '@panel/contract';
import type { AppContext } from '../process/app-context.ts';
import type { Database } from '../db/database.ts';
import type { task } from '../db/schema.ts';

export type TaskRow = typeof task.$inferSelect;

/** What a step gets. `note` writes a numbered line of the task's log; `signal` ends when the work must stop. */
export type StepContext = {
  app: AppContext;
  task: TaskRow;
  /** What `NewTask.secrets` held; empty once the task ended. */
  secrets: Record<string, string>;
  note(line: string): void;
  signal: AbortSignal;
};

/**
 * One part of a task. `run` may be repeated after a crash and must end in the same place; `check` tells whether its
 * postcondition holds, is asked after every run, and before running again a step that was interrupted.
 */
export type StepDefinition = {
  name: string;
  title: string;
  run(context: StepContext): Promise<void>;
  check(context: StepContext): Promise<boolean>;
};

/** Told to whoever started the task, in the transaction that ends it. */
export type Notice = { type: Notification['type']; description: string; link: string | null };

export type TaskError = NonNullable<Task['error']>;

/** What is done for one kind of task, and what its end means for what it worked on. */
export type TaskKind = {
  /** All steps; must not depend on how far the task got. */
  steps(context: StepContext): Promise<StepDefinition[]> | StepDefinition[];
  /** Titles for those who ask before a worker took it up. */
  outline(payload: Record<string, unknown>): { name: string; title: string }[];
  succeeded(tx: Database, context: StepContext): Promise<Notice | null>;
  /** Puts back what can be put back, before the failure is written. */
  undo?(context: StepContext): Promise<void>;
  failed(tx: Database, context: StepContext, error: TaskError): Promise<Notice | null>;
  /** After the end was written, however it ended; lost when the worker dies just then. */
  ended?(context: StepContext): Promise<void>;
};

export type TaskKinds = Record<Task['kind'], TaskKind>;
