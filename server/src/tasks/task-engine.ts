import type { Task } from '@panel/contract';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { AppContext, Logger, SecretBox, TaskEngine } from '../context.ts';
import { bossConnection } from '../db/boss-connection.ts';
import type { OpenDatabase } from '../db/database.ts';
import { PanelError } from '../http/errors.ts';
import { QUEUE, startBoss } from './boss.ts';
import { runTask, TaskInterrupted } from './run-task.ts';
import type { TaskKinds } from './task-kind.ts';
import { claimTask, findTask, insertTask, openTaskOf, orphanedTasks, releaseAllLeases, releaseLease, renewLease } from './task.repo.ts';

export type TaskEngineOptions = {
  database: OpenDatabase;
  databaseUrl: string | undefined;
  log: Logger;
  secrets: SecretBox;
  kinds: TaskKinds;
  /** Tasks at once in this process. */
  concurrency?: number;
  /** A worker that gives no sign of life for so long has lost its tasks. */
  leaseMs?: number;
  stepTimeoutMs?: number;
  maxAttempts?: number;
};

export type RunningTaskEngine = TaskEngine & {
  /** Begins to work on tasks in this process. */
  work(app: AppContext): Promise<void>;
  /** Takes no more tasks and hands the running ones back, so that another worker goes on with them at once. */
  stop(): Promise<void>;
};

const SWEEP_MS = 2000;
const HAND_BACK_MS = 10_000;
const POLL_MS = 100;

/** The engine of long work. Every process can enqueue; those with the worker's role also call `work`. */
export async function createTaskEngine(options: TaskEngineOptions): Promise<RunningTaskEngine> {
  const { database, log, secrets, kinds, leaseMs = 12_000, concurrency = 4, stepTimeoutMs = 300_000, maxAttempts = 25 } = options;
  const { db } = database;
  const boss: PgBoss = await startBoss(database, options.databaseUrl, log);
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  let stopping = false;
  let sweeper: NodeJS.Timeout | undefined;

  const wake = (id: string) => boss.send(QUEUE, { taskId: id }, { singletonKey: id });

  const perform = async (app: AppContext, id: string): Promise<void> => {
    const row = stopping ? undefined : await claimTask(db, id, owner, leaseMs);
    if (!row) return;
    const controller = new AbortController();
    let lastRenewal = Date.now();
    const heartbeat = setInterval(() => {
      const began = Date.now();
      renewLease(db, row, leaseMs).then(
        (kept) => (kept ? (lastRenewal = began) : controller.abort(new TaskInterrupted('The task was taken over.'))),
        () => Date.now() - lastRenewal > leaseMs && controller.abort(new TaskInterrupted('The lease could not be kept.')),
      );
    }, leaseMs / 4);
    const work = runTask({ app, task: row, kind: kinds[row.kind], signal: controller.signal, stepTimeoutMs, maxAttempts })
      .catch(async (error: unknown) => {
        if (!(error instanceof TaskInterrupted)) log.error({ err: error, taskId: id }, 'task could not be recorded');
        await releaseLease(db, row).catch(() => undefined);
      })
      .finally(() => {
        clearInterval(heartbeat);
        running.delete(id);
      });
    running.set(id, { controller, ended: work });
    await work;
  };

  /** Wakes a worker for every open task that nobody holds, e.g. because its worker was killed. */
  const sweep = async (): Promise<void> => {
    for (const id of await orphanedTasks(db, SWEEP_MS)) await wake(id);
  };

  return {
    async enqueue(tx, given) {
      const steps = kinds[given.kind].outline(given.payload).map((step) => ({ ...step, state: 'idle' as const, started: null, ended: null }));
      const id = await insertTask(tx, given, steps, given.secrets ? secrets.seal(JSON.stringify(given.secrets)) : null);
      if (!id) throw new PanelError('TASK_RUNNING', {}, { task_id: await openTaskOf(tx, given.siteId) });
      await boss.send(QUEUE, { taskId: id }, { singletonKey: id, db: bossConnection(tx) });
      return id;
    },
    async waitFor(id, timeoutMs = 120_000): Promise<Task> {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = await findTask(db, id);
        if (!found) throw new Error(`There is no task ${id}.`);
        if (found.ended_at) return found;
        if (Date.now() > deadline) throw new Error(`Task ${id} is still ${found.status} after ${timeoutMs} ms.`);
        await wait(POLL_MS);
      }
    },
    async work(app) {
      if (database.kind === 'pglite') await releaseAllLeases(db);
      await boss.work<{ taskId: string }>(QUEUE, { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 1 }, async ([job]) => {
        if (job) await perform(app, job.data.taskId);
      });
      sweeper = setInterval(() => void sweep().catch((error: unknown) => log.warn({ err: error }, 'open tasks could not be looked up')), SWEEP_MS);
      await sweep();
    },
    async stop() {
      stopping = true;
      clearInterval(sweeper);
      await boss.offWork(QUEUE, { wait: false });
      const ids = [...running.keys()];
      for (const { controller } of running.values()) controller.abort(new TaskInterrupted('The panel is stopping.'));
      await Promise.race([Promise.all([...running.values()].map((entry) => entry.ended)), wait(HAND_BACK_MS, undefined, { ref: false })]);
      for (const id of ids) await wake(id).catch(() => undefined);
      await boss.stop({ graceful: true, timeout: 2000 });
    },
  };
}
