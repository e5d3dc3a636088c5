import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { buildsSwitchedOff, endBuild } from './app-build.repo.ts';

const AT_ONCE = 100;

/**
 * Ends the builds of partners that have switched applications off: those that wait at once, those that run by cancelling their task.
 * What visitors can reach is decided where the edge looks up a host.
 */
export async function endSwitchedOff(app: AppContext): Promise<void> {
  for (const { id, taskId } of await buildsSwitchedOff(app.db, AT_ONCE)) {
    if (taskId === null) await endBuild(app.db, id, 'cancelled', app.clock.now());
    else
      await app.tasks.cancel(app, taskId).catch((error: unknown) => {
        // It has ended meanwhile, or it is publishing and ends soon.
        if (!(error instanceof PanelError)) throw error;
      });
  }
}
