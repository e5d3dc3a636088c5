import type { Endpoint } from '../driver.ts';
import { askSite } from './ask-site.ts';
import type { LeaseEnd } from './leases.ts';

const EVERY_MS = 5 * 60_000;
/** WordPress itself lets a run of its due work have a minute (`WP_CRON_LOCK_TIMEOUT`). */
const DEADLINE_MS = 60_000;

type CronOptions = {
  running(): string[];
  endpoint(siteId: string): Endpoint | null;
  url(siteId: string): Promise<string | null>;
  /** Due work is a request like any other: it counts, and has a limit. */
  lease(siteId: string): LeaseEnd;
  log(line: string): void;
};

/**
 * Runs the due work of running WordPress sites (scheduled posts, clean-up) every five minutes, one site after the other.
 * Visitors do not trigger it, because their pages would wait for it; a site that sleeps does it after it has woken up.
 * WordPress itself finds out whether anything is due, and answers at once when nothing is.
 */
export function startCron(options: CronOptions): () => void {
  let ticking = false;
  const tick = async () => {
    if (ticking) return;
    ticking = true;
    try {
      for (const siteId of options.running()) await runDue(siteId, options);
    } finally {
      ticking = false;
    }
  };
  const timer = setInterval(() => void tick(), EVERY_MS).unref();
  return () => clearInterval(timer);
}

async function runDue(siteId: string, { endpoint, url, lease, log }: CronOptions): Promise<void> {
  const release = lease(siteId);
  try {
    const [at, address] = [endpoint(siteId), await url(siteId)];
    if (at !== null && address !== null) await askSite(at, address, '/wp-cron.php?doing_wp_cron', DEADLINE_MS);
    release();
  } catch (error) {
    log(`the due work of ${siteId} did not run: ${String(error)}`);
    release(error instanceof Error && error.name === 'TimeoutError' ? 'late' : undefined);
  }
}
