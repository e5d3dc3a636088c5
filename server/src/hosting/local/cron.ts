import type { Endpoint } from '../driver.ts';
import { askSite } from './ask-site.ts';

const EVERY_MS = 5 * 60_000;

type CronOptions = { running(): string[]; endpoint(siteId: string): Endpoint | null; url(siteId: string): Promise<string | null>; log(line: string): void };

/**
 * Runs the due work of running WordPress sites (scheduled posts, clean-up) every five minutes. Visitors do not
 * trigger it, because their pages would wait for it; a site that sleeps does it after it has woken up.
 */
export function startCron({ running, endpoint, url, log }: CronOptions): () => void {
  const tick = async () => {
    for (const siteId of running()) {
      const at = endpoint(siteId);
      const address = await url(siteId);
      if (at === null || address === null) continue;
      await askSite(at, address, '/wp-cron.php?doing_wp_cron').catch((error: unknown) => log(`the due work of ${siteId} did not run: ${String(error)}`));
    }
  };
  const timer = setInterval(() => void tick(), EVERY_MS).unref();
  return () => clearInterval(timer);
}
