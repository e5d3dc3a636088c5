import { BIN_DAYS } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { defineKind, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { openTaskOn } from '../site/find-site.ts';
import { taskSite, type SiteRow } from '../site/site.repo.ts';
import { enqueuePurge } from './enqueue-purge.ts';
import { isStillOverdue, overdueSites } from './bin.repo.ts';

const BIN_MS = BIN_DAYS * 24 * 3_600_000;
const AT_ONCE = 100;

const timesAt = (now: Date) => ({ before: new Date(now.getTime() - BIN_MS), now });

/** Starts the final deletion of a site, unless it was restored or deleted meanwhile, or its panel was closed. */
async function startPurge({ db, tasks, clock }: AppContext, { id }: SiteRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    const site = await taskSite(tx, id, { lock: true });
    if (!site?.binnedAt || (await openTaskOn(tx, id)) || !(await isStillOverdue(tx, id, timesAt(clock.now()))))
      return false;
    await enqueuePurge(tx, tasks, site);
    return true;
  });
}

const purgeStep: StepDefinition = {
  name: 'purge',
  title: 'Deleting what has been in the bin for too long',
  cancel: 'now',
  leaves: 'Deletions that have started continue. The others start within an hour.',
  async run({ app, note, signal }) {
    const times = timesAt(app.clock.now());
    let started = 0;
    for (let afterId: string | null = null; ;) {
      signal.throwIfAborted();
      const rows: SiteRow[] = await overdueSites(app.db, { ...times, afterId, limit: AT_ONCE });
      for (const row of rows) if (await startPurge(app, row)) started += 1;
      afterId = rows.at(-1)?.id ?? null;
      if (afterId === null) return note(`Deletions started: ${started}`);
    }
  },
  // Each deletion is a task of its own; one that fails is started again an hour later.
  check: async () => true,
};

/** Empties the bin, hourly (schedules.ts). */
export const binKinds: TaskKinds = {
  'panel.bin': defineKind({ label: 'Emptying the bin', resource: 'panel', stale: [], steps: [purgeStep] }),
};
