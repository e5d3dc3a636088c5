import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { recordTask, type SiteRow } from '../site/site.repo.ts';
import { childOf } from '../site/site-staging.repo.ts';
import type { DeletePayload } from './site-delete.tasks.ts';

/**
 * Starts the final deletion of a site or an application, with its staging environment. The caller has locked it, and no task
 * works on it.
 */
export async function enqueuePurge(tx: Database, tasks: AppContext['tasks'], site: SiteRow): Promise<void> {
  const { id, partnerId, customerId, fqdn: title, status } = site;
  const payload: DeletePayload = { status, hasStaging: (await childOf(tx, id)) !== undefined };
  const given = { partnerId, customerId, userId: null, resourceId: id, title, payload };
  await recordTask(tx, id, await tasks.enqueue(tx, { kind: 'site.delete', ...given }));
}
