import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import type { AppContext } from '../../src/context/app-context.ts';
import { described, said } from '../../src/context/said.ts';
import { task } from '../../src/db/schema.ts';
import { createSecretBox } from '../../src/security/secret-box.ts';
import { createTaskEngine, type RunningTaskEngine, type TaskEngineOptions } from '../../src/tasks/task-engine.ts';
import { defineKind, type StepDefinition, type TaskKind } from '../../src/tasks/task-kind.ts';
import { scenarioRepo, type PartnerRow, type UserRow } from '../../src/testing/scenario.repo.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

export type Recipe = { steps: StepDefinition[] } & Partial<Pick<TaskKind, 'payload' | 'undoOnFailure' | 'cancelled'>>;
export type EngineOptions = Partial<
  Pick<
    TaskEngineOptions,
    'leaseMs' | 'stepTimeoutMs' | 'graceMs' | 'maxAttempts' | 'concurrency' | 'progressMs' | 'scheduleMs'
  >
>;

/** A step whose check passes unless `check` overrides it. */
export const step = (
  name: string,
  run: StepDefinition['run'],
  check: StepDefinition['check'] = async () => true,
): StepDefinition => ({ name, title: name, run, check });

/** A promise that a test resolves. */
export function gate(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

export type EngineBench = Awaited<ReturnType<typeof openEngineBench>>;

/** A database with a partner and a customer, for engines with any recipe. */
export async function openEngineBench() {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const secrets = createSecretBox(Buffer.alloc(32, 7));
  const { database, drop } = await openTestDatabase(config.cacheDir);
  const { db, kind } = database;
  const scenario = scenarioRepo(db);
  const partner: PartnerRow = await scenario.partner();
  const customer: UserRow = await scenario.customer(partner);
  const engines: RunningTaskEngine[] = [];
  let age = Date.now();
  const stopAll = async () => {
    for (const engine of engines.splice(0)) await engine.stop();
  };
  return {
    db,
    kind,
    scenario,
    partner,
    customer,
    /** An engine that runs every task by the recipe. */
    async engineOf(recipe: Recipe, options: EngineOptions = {}) {
      const kind = defineKind({
        label: 'Testing',
        resource: 'site',
        succeeded: async () => ({ type: 'site_created', ...described(said('done')), link: null }),
        failed: async () => ({ type: 'site_failed', ...described(said('failed')), link: null }),
        ...recipe,
      });
      const kinds = { 'site.create': kind };
      const engine = await createTaskEngine({ database, log, secrets, kinds, leaseMs: 2000, ...options });
      engines.push(engine);
      const app = {
        config,
        db,
        log,
        clock: { now: () => new Date() },
        secrets,
        tasks: engine,
      } as unknown as AppContext;
      return { engine, app };
    },
    /** Enqueues a task of a customer or a partner; each is a millisecond younger than the previous one. */
    async enqueue(
      engine: RunningTaskEngine,
      owner: UserRow | PartnerRow,
      { resourceId = randomUUID(), title = 'x.example' }: { resourceId?: string; title?: string } = {},
    ): Promise<string> {
      const [partnerId, customerId] = 'email' in owner ? [owner.partnerId ?? '', owner.id] : [owner.id, null];
      const createdAt = new Date((age += 1));
      return db.transaction(async (tx) => {
        const id = await engine.enqueue(tx, {
          kind: 'site.create',
          partnerId,
          customerId,
          userId: customerId,
          resourceId,
          title,
          payload: {},
          secrets: { word: 'open sesame' },
        });
        await tx.update(task).set({ createdAt }).where(eq(task.id, id));
        return id;
      });
    },
    rowOf: async (id: string) => (await db.select().from(task).where(eq(task.id, id)))[0],
    /** Stops what a failed test left running, and empties the queue for the next one. */
    async clear() {
      await stopAll();
      await db.delete(task);
    },
    async close() {
      // One that is left keeps the process from its end.
      await stopAll();
      await database.close();
      await drop();
    },
  };
}
