import type { Endpoint } from '../driver.ts';
import { askSite } from './ask-site.ts';
import type { LeaseEnd } from '../driver.ts';

const EVERY_MS = 5 * 60_000;
/** WordPress itself allows a minute for a run of its scheduled jobs (`WP_CRON_LOCK_TIMEOUT`). */
const DEADLINE_MS = 60_000;

type CronOptions = {
  running(): string[];
  endpoint(siteId: string): Endpoint | null;
  /** The public address of a site and the path of its scheduled jobs; null for one that has none. */
  jobs(siteId: string): Promise<{ url: string; target: string } | null>;
  /** Whether the scheduled jobs of a site run by themselves. */
  isScheduled(siteId: string): Promise<boolean>;
  /** Scheduled jobs are a request like any other: counted and limited. */
  lease(siteId: string): LeaseEnd;
  log(line: string): void;
};

/**
 * Runs the scheduled jobs of running WordPress sites (scheduled posts, clean-up) every five minutes, one site after
 * the other. Visitors don't trigger them, because their pages would wait; a sleeping site runs them after it wakes
 * up. WordPress itself decides whether a job is due, and responds immediately when none is.
 */
export function startCron(options: CronOptions): () => void {
  let ticking = false;
  const tick = async () => {
    if (ticking) return;
    ticking = true;
    try {
      await runDueJobs(options);
    } finally {
      ticking = false;
    }
  };
  const timer = setInterval(() => void tick(), EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Runs the due jobs of all running sites whose jobs run by themselves. */
export async function runDueJobs(options: CronOptions): Promise<void> {
  for (const siteId of options.running()) await runDue(siteId, options);
}

async function runDue(siteId: string, { isScheduled, endpoint, jobs, lease, log }: CronOptions): Promise<void> {
  let release: LeaseEnd = () => undefined;
  try {
    if (!(await isScheduled(siteId))) return;
    release = lease(siteId);
    const [at, due] = [endpoint(siteId), await jobs(siteId)];
    if (at !== null && due !== null) await askSite(at, due.url, due.target, DEADLINE_MS);
    release();
  } catch (error) {
    log(`the scheduled jobs of ${siteId} did not run: ${String(error)}`);
    release(error instanceof Error && error.name === 'TimeoutError' ? 'late' : undefined);
  }
}
