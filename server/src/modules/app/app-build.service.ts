import { appFiles } from '../../archive/stored-zips.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { onDisk } from '../../context/uploaded-file.ts';
import { KEPT_RELEASES } from '@panel/contract';
import { PanelError } from '../../kernel/errors.ts';
import { endBuild } from './app-build.repo.ts';
import { callerId, findOwnBuild, lockToBuild, recorded } from './app-access.ts';
import { needBuilds } from './app-create.service.ts';
import { updateApp } from './app.repo.ts';
import { APP_RESOURCE, productionTaskOn } from '../site/find-site.ts';
import { queueBuild } from './queue-build.ts';

export type BuildStarted = { status: true; build_id: string; task_id: string | null };

/** Builds the newest commit of an application's branch, or a chosen one. @throws PanelError NOT_FOUND, ABUSE, BUILDS_UNAVAILABLE */
export async function deploy(context: CallContext, id: string, commit?: string): Promise<BuildStarted> {
  const started = await context.app.db.transaction(async (tx) => {
    const given = await lockToBuild(context, tx, id);
    // A zip has no code that could be built again.
    if (given.app.source === 'zip') throw new PanelError('NOT_FOUND');
    if (given.app.source !== 'template') needBuilds(context);
    const build = await queueBuild(context.app, tx, given, { trigger: 'manual', commit, userId: callerId(context) });
    const answer = { status: true, build_id: build.id, task_id: build.taskId } as const;
    await context.remember(tx, answer);
    return { answer, workload: given.workload };
  });
  await recorded(context, 'app.deploy', started.workload, { build: started.answer.build_id });
  return started.answer;
}

/** Replaces the files of a manual application. @throws PanelError NOT_FOUND, ABUSE, ARCHIVE_REFUSED, TOO_LARGE */
export async function replaceFiles(
  context: CallContext,
  id: string,
  { spa_fallback, ...hints }: TenantHints & { spa_fallback?: boolean },
  file: File,
): Promise<BuildStarted> {
  await checkTenant(context, hints);
  const upload = onDisk(file);
  await context.app.uploads.run('importPlan', signedIn(context).id, { file: upload.path });
  return context.app.db.transaction(async (tx) => {
    const given = await lockToBuild(context, tx, id);
    if (given.app.source !== 'zip') throw new PanelError('NOT_FOUND');
    context.app.machine.needHere(given.workload.nodeId);
    if (spa_fallback !== undefined) await updateApp(tx, id, { settings: { ...given.app.settings, spa_fallback } });
    const build = await queueBuild(context.app, tx, given, { trigger: 'upload', userId: callerId(context) });
    await appFiles(context.app.config).take(build.id, upload);
    const answer = { status: true, build_id: build.id, task_id: build.taskId } as const;
    await context.remember(tx, answer);
    return answer;
  });
}

/** Cancels a build that waits or runs. @throws PanelError NOT_FOUND, TASK_ENDED, TASK_NOT_CANCELLABLE */
export async function cancelBuild(context: CallContext, id: string): Promise<void> {
  const { build } = await findOwnBuild(context, id);
  if (build.taskId !== null) return context.app.tasks.cancel(context.app, build.taskId);
  const wasWaiting = await endBuild(context.app.db, id, 'cancelled', context.app.clock.now());
  if (!wasWaiting) throw new PanelError('TASK_ENDED', { ended: 'has ended' });
}

/**
 * Publishes a kept release again: a roll-back, or what a roll-back undid.
 * @throws PanelError NOT_FOUND, BUILD_NOT_KEPT, ABUSE, TASK_RUNNING
 */
export async function publishBuild(context: CallContext, id: string): Promise<BuildStarted> {
  const { build } = await findOwnBuild(context, id);
  // What a preview shows is promoted, with the variables of production.
  if (build.previewId !== null) throw new PanelError('NOT_FOUND');
  const { taskId, workload } = await context.app.db.transaction(async (tx) => {
    const { workload: row } = await lockToBuild(context, tx, build.appId);
    const running = await productionTaskOn(tx, build.appId);
    if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
    const { build: now } = await findOwnBuild({ ...context, app: { ...context.app, db: tx } }, id);
    if (!now.isKept) throw new PanelError('BUILD_NOT_KEPT', { limit: KEPT_RELEASES });
    const { partnerId, customerId, id: resourceId, fqdn: title } = row;
    const given = { partnerId, customerId, userId: callerId(context), resourceId, title };
    const task = await context.app.tasks.enqueue(tx, {
      kind: `${APP_RESOURCE}.publish`,
      ...given,
      payload: { buildId: id },
    });
    await context.remember(tx, { status: true, build_id: id, task_id: task });
    return { taskId: task, workload: row };
  });
  await recorded(context, 'app.publish', workload, { build: id, number: build.number });
  return { status: true, build_id: id, task_id: taskId };
}
