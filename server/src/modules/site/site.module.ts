import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import type { AppContext } from '../../context/app-context.ts';
import { measureSite } from './site-checks.ts';
import { sweepHolds } from './site-hold.repo.ts';
import { sweepUptime } from './site-uptime.repo.ts';
import { takeSitesToMeasure } from './site.repo.ts';

const SIZE_FRESH_SECONDS = 3600;
const MEASURED_AT_ONCE = 10;

/** Measures sites whose size is outdated. A site that can't be measured now is tried again an hour later. */
async function measureOldSites(app: AppContext): Promise<void> {
  for (const id of await takeSitesToMeasure(app.db, app.machine.id, SIZE_FRESH_SECONDS, MEASURED_AT_ONCE)) {
    await measureSite(app, id).catch((error: unknown) =>
      app.log.warn({ err: error, siteId: id }, 'a site could not be measured'),
    );
  }
}

export const siteModule = defineModule({
  sweeps: [
    { every: 'hour', remove: ({ db }, now) => sweepHolds(db, now) },
    // Charts show a year.
    { every: 'day', keepMs: 400 * DAY_MS, remove: ({ db }, before) => sweepUptime(db, before) },
  ],
  chores: [{ name: 'measuring', everyMs: 60_000, run: measureOldSites }],
});
