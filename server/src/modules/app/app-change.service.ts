import type { CallContext } from '../../context/call-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import type { DeletePayload } from '../site-bin/site-delete.tasks.ts';
import { lockIdleApp } from '../site/find-site.ts';
import { newSiteName } from '../site/site-name.ts';
import { moveSite, takeHost } from '../site/site.repo.ts';
import { startSiteTask, type Started } from '../site/start-site-task.ts';
import { endBuild, waitingBuilds } from './app-build.repo.ts';
import { appsOfProject } from './app.repo.ts';
import { lockOwnApp } from './app-access.ts';

/**
 * Renames an application on a sub-domain.
 * @throws PanelError NOT_FOUND, NAME_TAKEN, NAME_RESERVED, VALIDATION, TASK_RUNNING, SITE_NOT_READY, RENAME_NOT_SUBDOMAIN
 */
export async function renameApp(context: CallContext, id: string, to: string): Promise<Started> {
  const { sitesDomain } = context.partner;
  newSiteName(to, sitesDomain, 'fqdn');
  const started = await context.app.db.transaction(async (tx) => {
    const site = await lockIdleApp(context, tx, id);
    if (site.domainType !== 'sub_domain') throw new PanelError('RENAME_NOT_SUBDOMAIN');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    if (!(await takeHost(tx, site.id, to))) throw new PanelError('NAME_TAKEN');
    await moveSite(tx, site.id, 'processing');
    const payload = { from: site.fqdn, to, sitesDomain };
    return startSiteTask(context, tx, { kind: 'site.rename', site, payload });
  });
  context.app.edge.invalidate(started.fqdn);
  return started;
}

/** Deletes an application: one with a release stays in the bin for 7 days. Repeated while that runs, it is the same deletion. */
async function deleteIn(context: CallContext, tx: Database, id: string): Promise<string> {
  const { workload, app } = await lockOwnApp(context, tx, id);
  if (workload.status === 'moving' && (await openTaskOf(tx, 'site', id))) return workload.fqdn;
  for (const { id: buildId } of await waitingBuilds(tx, id))
    await endBuild(tx, buildId, 'cancelled', context.app.clock.now());
  const site = await lockIdleApp(context, tx, id);
  if (site.status !== 'moving') await moveSite(tx, site.id, 'moving');
  const payload: DeletePayload = { status: site.status, hasStaging: false };
  const kind = app.liveBuildId === null ? 'site.delete' : 'site.bin';
  const { fqdn } = await startSiteTask(context, tx, { kind, site, payload });
  return fqdn;
}

async function record(context: CallContext, action: string, detail: Record<string, unknown>): Promise<void> {
  const { app, partner, request } = context;
  await audit(app.db, action, { partnerId: partner.id, userId: signedIn(context).id, request }, detail);
}

/** Deletes an application; with a release it can be restored for 7 days. @throws PanelError NOT_FOUND, TASK_RUNNING */
export async function removeApp(context: CallContext, id: string): Promise<void> {
  const fqdn = await context.app.db.transaction((tx) => deleteIn(context, tx, id));
  context.app.edge.invalidate(fqdn);
  await record(context, 'app.delete', { siteId: id, fqdn });
}

/** Deletes the applications of a project, or none of them; the project is gone with the last of them. @throws PanelError NOT_FOUND, TASK_RUNNING */
export async function removeOwnProject(context: CallContext, id: string): Promise<void> {
  const fqdns = await context.app.db.transaction(async (tx) => {
    const ids = found(await appsOfProject(tx, scopeOf(context), id));
    const gone: string[] = [];
    for (const appId of ids) gone.push(await deleteIn(context, tx, appId));
    return gone;
  });
  for (const fqdn of fqdns) context.app.edge.invalidate(fqdn);
  await record(context, 'project.delete', { projectId: id, fqdns });
}
