import { ACTIVE_BUILD_STATUSES } from '@panel/contract';
import { and, inArray, eq, not } from 'drizzle-orm';
import type { AppContext } from '../../context/app-context.ts';
import { app as appTable, appBuild, partner, workload } from '../../db/schema.ts';
import { hasApps } from '../../db/section.ts';
import { PanelError } from '../../kernel/errors.ts';
import { endBuild } from './app-build.repo.ts';

const AT_ONCE = 100;

/**
 * Ends the builds of partners that have switched applications off: those that wait at once, those that run by cancelling their task.
 * What visitors can reach is decided where the edge looks up a host.
 */
export async function endSwitchedOff(app: AppContext): Promise<void> {
  const builds = await app.db
    .select({ id: appBuild.id, taskId: appBuild.taskId })
    .from(appBuild)
    .innerJoin(appTable, eq(appTable.id, appBuild.appId))
    .innerJoin(workload, eq(workload.id, appTable.id))
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .where(and(inArray(appBuild.status, [...ACTIVE_BUILD_STATUSES]), not(hasApps(partner))))
    .limit(AT_ONCE);
  for (const { id, taskId } of builds) {
    if (taskId === null) await endBuild(app.db, id, 'cancelled', app.clock.now());
    else
      await app.tasks.cancel(app, taskId).catch((error: unknown) => {
        // It has ended meanwhile, or it is publishing and ends soon.
        if (!(error instanceof PanelError)) throw error;
      });
  }
}
