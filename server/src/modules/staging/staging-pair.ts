import type { Database } from '../../db/database.ts';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { lockIdle } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import { moveSite, recordTask, type SiteRow } from '../site/site.repo.ts';
import { stagingOf, type StagingRow } from '../site/site-staging.repo.ts';

/** A staging site with its live site. */
export type Pair = { record: StagingRow; stagingId: string; liveId: string };

/**
 * The pair of a staging site of the caller's scope.
 * @throws PanelError NOT_FOUND, also for a site that is not a staging site
 */
export async function findPair(context: CallContext, siteId: string): Promise<Pair> {
  const { id } = await findSite(context, { id: siteId });
  const record = await stagingOf(context.app.db, id);
  if (!record) throw new PanelError('NOT_FOUND');
  return { record, stagingId: id, liveId: record.parentId };
}

/**
 * Locks a site that is ready and that no task works on.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY
 */
export async function lockReady(context: CallContext, tx: Database, id: string): Promise<SiteRow> {
  const site = await lockIdle(context, tx, id);
  if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
  return site;
}

type Work = {
  kind: string;
  changes: 'live' | 'staging';
  payloadOf(sites: Record<'live' | 'staging', SiteRow>): object;
};

/**
 * Starts a task that changes one site of a pair and reads the other: neither can be changed until it has ended.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY
 */
export async function startPairTask(
  context: CallContext,
  { liveId, stagingId }: Pair,
  { kind, changes, payloadOf }: Work,
): Promise<Started> {
  return context.app.db.transaction(async (tx) => {
    // The live site first, as in its deletion.
    const sites = {
      live: await lockReady(context, tx, liveId),
      staging: await lockReady(context, tx, stagingId),
    };
    for (const { id } of Object.values(sites)) await moveSite(tx, id, 'processing');
    const read = changes === 'live' ? sites.staging : sites.live;
    const payload = { ...payloadOf(sites), otherId: read.id };
    return startSiteTask(context, tx, { kind, site: sites[changes], payload }, async (started) => {
      await recordTask(tx, read.id, started.task_id);
      return started;
    });
  });
}
