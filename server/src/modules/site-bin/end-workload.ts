import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { openTaskOn } from '../site/find-site.ts';
import { taskSite } from '../site/site.repo.ts';
import { putInBin } from './bin.repo.ts';
import { enqueuePurge } from './enqueue-purge.ts';

/**
 * Starts the final deletion of a site or an application whose owner is gone, from wherever it is; one on which a task
 * works is left for the next time.
 */
export async function endWorkload(tx: Database, { tasks, clock }: AppContext, id: string): Promise<void> {
  const site = await taskSite(tx, id, { lock: true });
  if (!site || site.taskId || (await openTaskOn(tx, id))) return;
  await putInBin(tx, id, { binnedAt: clock.now(), binnedBy: null });
  await enqueuePurge(tx, tasks, site);
}
