import type { DatabaseEngine } from '../../hosting/driver.ts';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found } from '../../context/scope.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import type { DatabasePayload } from './site-database.tasks.ts';
import { moveSite, siteAt } from '../site/site.repo.ts';
import { needPort } from '../site/site-ports.ts';

/**
 * Moves the tables of a ready WordPress of any partner, after a backup. Only the operator can.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, VALIDATION
 */
export async function moveSiteDatabase(
  context: CallContext,
  { fqdn, database }: { fqdn: string; database: DatabaseEngine },
): Promise<Started> {
  const { app } = context;
  return app.db.transaction(async (tx) => {
    const site = found(await siteAt(tx, fqdn));
    const running = (await openTaskOf(tx, 'site', site.id)) ?? site.taskId;
    if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
    needPort(app, site, 'wordpress');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    const refuse = (reason: string) => new PanelError('VALIDATION', {}, { fields: { database: reason } });
    if (!app.hosting.capabilities().databases.includes(database))
      throw refuse('The panel has no database server for sites. Set SITES_DATABASE_URL and restart it.');
    if ((await app.hosting.databaseEngine(site.id)) === database)
      throw refuse(`The site is on ${database === 'mariadb' ? 'MariaDB' : 'SQLite'} already.`);
    await moveSite(tx, site.id, 'processing');
    const payload: DatabasePayload = { type: 'system_generated', name: 'Before the database was moved', database };
    return startSiteTask(context, tx, { kind: 'site.database', site, payload });
  });
}
