import type { Task, TaskStep } from '@panel/contract';
import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext, MachinePort, TaskEngine } from '../context/app-context.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { OpenDatabase } from '../db/database.ts';
import { PanelError } from '../kernel/errors.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { cancelTask } from './cancel-task.ts';
import { runAs } from '../lib/running-work.ts';
import { workOfTask } from './run-step.ts';
import { runTask } from './run-task.ts';
import type { NewSchedule } from './schedule.repo.ts';
import { startScheduler } from './scheduler.ts';
import { TaskInterrupted } from './task-error.ts';
import { kindOf, outlineOf, type TaskKinds, type TaskRow } from './task-kind.ts';
import { listTasks } from './task-list.repo.ts';
import { eligibleFor, onWake, takeNextTask, wakeWorkers } from './task-queue.repo.ts';
import {
  failedTaskOf,
  insertTask,
  newestLines,
  newestTasksOf,
  openTaskOf,
  releaseAllLeases,
  releaseLease,
  releaseUnknown,
  renewLease,
  taskRow,
} from './task.repo.ts';
import { taskSummary, taskView } from './task-view.ts';

export type TaskEngineOptions = {
  database: OpenDatabase;
  log: Logger;
  secrets: SecretBox;
  kinds: TaskKinds;
  /** This machine: only it can run what changes files that it has. Default: the only one. */
  machine?: Pick<MachinePort, 'id' | 'isAway'>;
  /** Those of every installation; default none. */
  schedules?: readonly NewSchedule[];
  /** Concurrent tasks in this process; default PLACES. */
  concurrency?: number;
  /** A worker without a heartbeat for this long has lost its tasks. */
  leaseMs?: number;
  stepTimeoutMs?: number;
  /** Grace period for a stopped step, before its slot is given to others. */
  graceMs?: number;
  maxAttempts?: number;
  /** Minimum interval between writes of a step's progress. */
  progressMs?: number;
  /** Interval between checks for due schedules. */
  scheduleMs?: number;
};

export type RunningTaskEngine = TaskEngine & {
  /** Starts to work on tasks in this process. */
  work(app: AppContext): Promise<void>;
  /** Stops taking tasks and releases the running ones, so that another worker continues them immediately. */
  stop(): Promise<void>;
};

const ONLY_MACHINE = { id: '00000000-0000-0000-0000-000000000000', isAway: () => false };
const HAND_BACK_MS = 10_000;
const POLL_MS = 100;
const RELEASE_RETRY_MS = 250;
/** Concurrent tasks in one worker: one for each processor, plus two for customers with nothing running. */
export const PLACES = Math.max(2, availableParallelism()) + 2;

const idsOf = (attempts: Iterable<{ id: string }>): string[] => [...new Set([...attempts].map(({ id }) => id))];

/** The task engine. Every process can enqueue; those with the worker's role also call `work`. */
export async function createTaskEngine(options: TaskEngineOptions): Promise<RunningTaskEngine> {
  const {
    database,
    log,
    secrets,
    kinds,
    machine = ONLY_MACHINE,
    schedules = [],
    leaseMs = 12_000,
    concurrency = PLACES,
    stepTimeoutMs = 300_000,
    graceMs = 10_000,
    maxAttempts = 25,
    progressMs = 1000,
    scheduleMs = 5000,
  } = options;
  const { db } = database;
  const worker = `${hostname()}:${process.pid}:${randomUUID()}`;
  /** Attempts of this process. A task whose lease ran out may be claimed again by the process that still has the attempt before. */
  const running = new Set<{
    id: string;
    controller: AbortController;
    cancelled: AbortController;
    ended: Promise<void>;
  }>();
  let dispatcher: Dispatcher | undefined;
  let stopping = false;
  let stopListening = async (): Promise<void> => undefined;
  let stopScheduling = async (): Promise<void> => undefined;

  /** Returns a lease once the database is reachable, or lets it expire. */
  const letGo = async (row: TaskRow): Promise<void> => {
    for (const deadline = Date.now() + leaseMs; Date.now() < deadline; await wait(RELEASE_RETRY_MS)) {
      const told = await releaseLease(db, row).then(
        () => true,
        () => false,
      );
      if (told || stopping) return;
    }
  };

  /** Whether a connection broke, so that a task may have been claimed without our knowledge. */
  let unsure = false;
  const take = async (free: number): Promise<TaskRow | undefined> => {
    try {
      if (unsure) await releaseUnknown(db, worker, idsOf(running));
      unsure = false;
      return await takeNextTask(db, {
        worker,
        leaseMs,
        who: eligibleFor(free, concurrency),
        kinds: Object.keys(kinds),
        machine: machine.id,
      });
    } catch (error) {
      unsure = true;
      throw error;
    }
  };

  const perform = (app: AppContext, row: TaskRow): Promise<void> => {
    const controller = new AbortController();
    const cancelled = new AbortController();
    let lastRenewal = Date.now();
    const heartbeat = setInterval(() => {
      const began = Date.now();
      renewLease(db, row, leaseMs).then(
        (status) => {
          if (!status) return controller.abort(new TaskInterrupted('Another worker has the task.'));
          lastRenewal = began;
          if (status === 'cancelling') cancelled.abort();
        },
        () =>
          Date.now() - lastRenewal > leaseMs &&
          controller.abort(new TaskInterrupted('The lease could not be renewed.')),
      );
    }, leaseMs / 4);
    const attempt = { id: row.id, controller, cancelled, ended: Promise.resolve() };
    running.add(attempt);
    const run = () =>
      runTask({
        app,
        task: row,
        kind: kindOf(kinds, row.kind),
        signal: controller.signal,
        cancelled: cancelled.signal,
        stepTimeoutMs,
        graceMs,
        maxAttempts,
        progressMs,
      });
    attempt.ended = (row.trace === null ? run() : runAs(workOfTask(row), run, row.trace))
      .catch(async (error: unknown) => {
        if (!(error instanceof TaskInterrupted))
          log.error({ err: error, taskId: row.id }, 'task could not be recorded');
        clearInterval(heartbeat);
        await letGo(row);
      })
      .finally(() => {
        clearInterval(heartbeat);
        running.delete(attempt);
      });
    return attempt.ended;
  };

  /** Wakes the workers of other processes immediately, instead of within a second. */
  const wakeOthers = (): void => {
    if (database.kind === 'postgres') wakeWorkers(db).catch(() => undefined);
  };

  const find: TaskEngine['find'] = async (id, scope) => {
    const row = await taskRow(db, id, scope);
    return row && taskView(row, await newestLines(db, id), kinds, machine.isAway);
  };

  return {
    async enqueue(tx, { secrets: open, ...given }) {
      const { resource, outline, payload: declared } = kindOf(kinds, given.kind);
      // As steps will read it: without fields that are undefined.
      const payload = JSON.parse(JSON.stringify(given.payload)) as Record<string, unknown>;
      declared?.of(payload);
      const steps = outline(payload).map((step): TaskStep => ({
        ...outlineOf(step),
        state: 'idle',
        started: null,
        ended: null,
      }));
      const secret = open ? secrets.seal(JSON.stringify(open)) : null;
      const id = await insertTask(tx, { ...given, payload, resource, steps, secret });
      if (!id) throw new PanelError('TASK_RUNNING', {}, { task_id: await openTaskOf(tx, resource, given.resourceId) });
      await wakeWorkers(tx);
      return id;
    },
    find,
    async failedTaskOf(resource, resourceId) {
      const id = await failedTaskOf(db, resource, resourceId);
      return id === undefined ? undefined : find(id);
    },
    newestOf: async (resource, resourceId, limit) =>
      (await newestTasksOf(db, { resource, resourceId }, limit)).map((row) => taskSummary(row, kinds)),
    list: (scope, filter, slice) => listTasks(db, kinds, scope, filter, slice),
    cancel: (app, id) => cancelTask(app, id, kinds),
    async waitFor(id, timeoutMs = 120_000): Promise<Task> {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = await find(id);
        if (!found) throw new Error(`There is no task ${id}.`);
        if (found.ended_at) return found;
        if (Date.now() > deadline) throw new Error(`Task ${id} is still ${found.status} after ${timeoutMs} ms.`);
        await wait(POLL_MS);
      }
    },
    async work(app) {
      if (database.kind === 'pglite') await releaseAllLeases(db);
      const { wake } = (dispatcher = createDispatcher<TaskRow>({
        places: concurrency,
        take,
        run: (row) => perform(app, row),
        giveBack: (row) => releaseLease(db, row),
        onPlaceLeft: wakeOthers,
        log,
      }));
      stopListening = await onWake(database, (cancelled) => {
        for (const attempt of running) if (attempt.id === cancelled) attempt.cancelled.abort();
        wake();
      });
      wake();
      stopScheduling = await startScheduler({ app, kinds, schedules, everyMs: scheduleMs });
    },
    async stop() {
      stopping = true;
      await stopScheduling();
      await stopListening();
      await dispatcher?.stop();
      for (const { controller } of running) controller.abort(new TaskInterrupted('The panel is stopping.'));
      await Promise.race([
        Promise.all([...running].map(({ ended }) => ended)),
        wait(HAND_BACK_MS, undefined, { ref: false }),
      ]);
      if (dispatcher) wakeOthers();
    },
  };
}
