import type { AppContext } from './context.ts';
import { sweepEnded } from './http/housekeeping.ts';
import { measureSite } from './modules/site/site-checks.ts';
import { sitesToMeasure } from './modules/site/site.repo.ts';

const SWEEP_EVERY_MS = 3_600_000;
const MEASURE_EVERY_MS = 60_000;
const SIZE_FRESH_SECONDS = 3600;
const MEASURED_AT_ONCE = 10;

/** Measures sites whose size is old. A site that cannot be measured now is left for the next time. */
export async function measureOldSites(app: AppContext): Promise<void> {
  for (const id of await sitesToMeasure(app.db, SIZE_FRESH_SECONDS, MEASURED_AT_ONCE)) {
    await measureSite(app, id).catch((error: unknown) => app.log.warn({ err: error, siteId: id }, 'a site could not be measured'));
  }
}

/** Keeps an installation tidy while it runs; the result ends it. */
export function startHousekeeping(app: AppContext): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  const chore = (name: string, work: (app: AppContext) => Promise<void>) => () => {
    current = current.then(() => work(app)).catch((error: unknown) => app.log.warn({ err: error }, `${name} failed`));
  };
  const timers = [setInterval(chore('sweeping', sweepEnded), SWEEP_EVERY_MS), setInterval(chore('measuring', measureOldSites), MEASURE_EVERY_MS)];
  chore('sweeping', sweepEnded)();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await current;
  };
}
