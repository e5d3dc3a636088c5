import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { recordTask, type SiteRow } from './site.repo.ts';

export type Started = {
  status: true;
  task_id: string;
  site_id: string | null;
  fqdn: string;
  title?: string;
  message?: string;
};

/**
 * Flagged users can start nothing new (spec §1).
 * @throws PanelError ABUSE
 */
export function refuseAbuse(context: CallContext): void {
  if (signedIn(context).isAbuseSystem) throw new PanelError('ABUSE');
}

type Work = {
  /** A kind of task on sites. */
  kind: string;
  site: SiteRow;
  payload?: Record<string, unknown>;
  secrets?: Record<string, string>;
};

/** Stores a task on a site, and that it works on the site; returns its id. @throws PanelError TASK_RUNNING */
export async function enqueueSiteTask(
  context: CallContext,
  tx: Database,
  { kind, site, payload = {}, secrets }: Work,
): Promise<string> {
  const taskId = await context.app.tasks.enqueue(tx, {
    kind,
    partnerId: site.partnerId,
    customerId: site.customerId,
    // The operator's token is no person.
    userId: context.bearer ? null : signedIn(context).id,
    resourceId: site.id,
    title: site.fqdn,
    payload,
    secrets,
  });
  await recordTask(tx, site.id, taskId);
  return taskId;
}

/**
 * Stores a task on a site, the change of the site, and the response for a repeated request, in one transaction. `more`
 * adds to the response what it stores in the same transaction.
 */
export async function startSiteTask<Answer extends Started = Started>(
  context: CallContext,
  tx: Database,
  work: Work,
  more: (started: Started) => Promise<Answer> = async (started) => started as Answer,
): Promise<Answer> {
  const taskId = await enqueueSiteTask(context, tx, work);
  const { site } = work;
  const site_id = site.assignedAt ? site.id : null;
  const answer = await more({ status: true, task_id: taskId, site_id, fqdn: site.fqdn });
  await context.remember(tx, answer);
  return answer;
}
