import { randomUUID } from 'node:crypto';
import { PgBoss, type ConstructorOptions } from 'pg-boss';
import type { Logger } from '../context.ts';
import type { OpenDatabase } from '../db/database.ts';

export const QUEUE = 'task';

/** pg-boss on whichever database is open; its jobs only wake workers, so a lost or doubled one does no harm. */
export async function startBoss(database: OpenDatabase, databaseUrl: string | undefined, log: Logger): Promise<PgBoss> {
  const connection: ConstructorOptions =
    database.kind === 'postgres' ? { connectionString: databaseUrl, max: 4, application_name: 'panel tasks' } : { db: await embedded(database), backend: 'pglite' };
  const boss = new PgBoss({
    ...connection, schedule: false, useListenNotify: true, superviseIntervalSeconds: 2, monitorIntervalSeconds: 2, reindex: false, monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'queue'));
  boss.on('warning', (warning) => log.debug({ warning }, 'queue'));
  await boss.start();
  // `short` keeps at most one waiting wake-up per task.
  await boss.createQueue(QUEUE, { policy: 'short', notify: true, retryLimit: 0, expireInSeconds: 3600, deleteAfterSeconds: 600 });
  // Looks the queue up once and keeps it: a lookup within a transaction would wait for itself on the embedded
  // database, which has one connection.
  await boss.cancel(QUEUE, randomUUID());
  return boss;
}

async function embedded(database: OpenDatabase): Promise<NonNullable<ConstructorOptions['db']>> {
  return {
    executeSql: (text, values) => database.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const close = await database.listen(channel, onNotification);
      onReconnect();
      return { close };
    },
  };
}
