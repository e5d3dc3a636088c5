import type { AppDatabaseState, AppDatabaseStatus } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findApp } from '../app/app-access.ts';
import { lockIdleApp, openTaskOn } from '../site/find-site.ts';
import { lastDatabaseBackup } from '../backup/backup.repo.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { refuseAbuse, type Started } from '../site/start-site-task.ts';
import {
  changeDatabase,
  databaseOf,
  newDatabase,
  wantDatabase,
  type AppDatabaseRow,
} from '../app-account/app-database.repo.ts';

const LOST = 'The database server has no database of this application. Create it again, or contact support.';

/** The database of an application, as it is now. @throws PanelError NOT_FOUND */
export async function showDatabase(context: CallContext, id: string): Promise<AppDatabaseState> {
  const { app } = context;
  await findApp(context, id);
  // The task first: one that ends between the two has already changed the row.
  const taskId = await openTaskOn(app.db, id);
  const row = await databaseOf(app.db, id);
  const known = row && (await lookAt(context, row));
  return { missing: app.hosting.appDatabasesMissing(), database: known ?? null, task_id: taskId };
}

async function lookAt({ app }: CallContext, row: AppDatabaseRow): Promise<AppDatabaseState['database']> {
  const backedUpAt = await lastDatabaseBackup(app.db, row.appId);
  const looked = await app.hosting.appDatabase(row.appId).catch((error: unknown) => {
    app.log.warn({ err: error, siteId: row.appId }, 'the database of an application could not be looked at');
    return null;
  });
  const isLost = row.status === 'ready' && looked?.bytes === null;
  return {
    ...(isLost ? { status: 'failed', error: LOST } : { status: row.status, error: row.error }),
    bytes: looked?.bytes ?? null,
    ...app.hosting.appDatabaseAddress(row.appId),
    created_at: row.createdAt.toISOString(),
    password_at: row.passwordAt.toISOString(),
    last_backup_at: backedUpAt?.toISOString() ?? null,
  };
}

/** What its code connects with; null without a database. Each look is written to the audit log. @throws PanelError NOT_FOUND */
export async function showCredentials(context: CallContext, id: string) {
  const { app } = context;
  await findApp(context, id);
  const row = await databaseOf(app.db, id);
  if (row?.status !== 'ready') return null;
  await record(context, 'app.database.credentials', id);
  const { name: database, ...at } = app.hosting.appDatabaseAddress(id);
  const password = app.secrets.open(row.sealed);
  const url = `postgres://${at.user}:${password}@${at.host}:${at.port}/${database}`;
  return { ...at, database, password, url };
}

async function record(context: CallContext, action: string, siteId: string): Promise<void> {
  const { app, partner, request } = context;
  const userId = context.bearer ? null : signedIn(context).id;
  await audit(app.db, action, { partnerId: partner.id, userId, request }, { siteId });
}

type Change = {
  kind: 'app.database-create' | 'app.database-password' | 'app.database-delete';
  /** Of the databases that can be changed so; `none` for an application without one. */
  from: readonly (AppDatabaseStatus | 'none')[];
  store(tx: Database, row: AppDatabaseRow | undefined): Promise<void>;
};

async function change(context: CallContext, id: string, { kind, from, store }: Change): Promise<Started> {
  const { app } = context;
  const reason = app.hosting.appDatabasesMissing();
  const started = await app.db.transaction(async (tx) => {
    const site: SiteRow = await lockIdleApp(context, tx, id);
    if (reason !== null) throw new PanelError('DATABASES_UNAVAILABLE', { reason });
    // Before its first build there is no place for it, and one that is being deleted gets nothing new.
    if (site.status !== 'ready' && site.status !== 'failed') throw new PanelError('SITE_NOT_READY');
    const row = await databaseOf(tx, id);
    if (!from.includes(row?.status ?? 'none')) throw new PanelError('CONFLICT');
    await store(tx, row);
    const { partnerId, customerId, fqdn } = site;
    const userId = context.bearer ? null : signedIn(context).id;
    const given = { kind, partnerId, customerId, userId, resourceId: id, title: fqdn, payload: {} };
    const answer = { status: true, task_id: await app.tasks.enqueue(tx, given), site_id: id, fqdn } as const;
    await context.remember(tx, answer);
    return answer;
  });
  await record(context, kind, id);
  return started;
}

const withPassword =
  ({ app }: CallContext, appId: string, status: AppDatabaseStatus): Change['store'] =>
  (tx) =>
    wantDatabase(tx, { ...newDatabase(app), appId, status });

/** Creates a database, also where an earlier try failed. @throws PanelError NOT_FOUND, TASK_RUNNING, CONFLICT, ABUSE … */
export async function createDatabase(context: CallContext, id: string): Promise<Started> {
  refuseAbuse(context);
  const isLost = (await showDatabase(context, id)).database?.status === 'failed';
  return change(context, id, {
    ...{ kind: 'app.database-create', from: ['none', 'failed', 'creating', ...(isLost ? (['ready'] as const) : [])] },
    store: withPassword(context, id, 'creating'),
  });
}

/** Gives it a new password. @throws PanelError NOT_FOUND, TASK_RUNNING, CONFLICT … */
export const rotateDatabase = (context: CallContext, id: string): Promise<Started> =>
  change(context, id, {
    ...{ kind: 'app.database-password', from: ['ready', 'failed'] },
    store: withPassword(context, id, 'changing'),
  });

/** Deletes it. @throws PanelError NOT_FOUND, TASK_RUNNING, CONFLICT … */
export const removeDatabase = (context: CallContext, id: string): Promise<Started> =>
  change(context, id, {
    ...{ kind: 'app.database-delete', from: ['ready', 'failed'] },
    store: (tx) => changeDatabase(tx, id, { status: 'deleting', error: null }),
  });
